"""What posts say of each other in the fake engine: answers, reactions, edits, files, drafts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

from engine.errors import Refusal, Refused
from engine.model import commands, contents, events, queries, views
from engine.model.communities import Judgement, MemberStanding
from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from tests.fake_history import GrownHistory, Said, author

if TYPE_CHECKING:  # the engine owns its talk
    from tests.fake_engine import FakeEngine

DATA_URL_SHARE = 4 / 3


@dataclass
class FakeTalk:
    """The part of the fake engine that knows what a post holds. All state is public."""

    engine: FakeEngine
    drafts: dict[SpaceId, views.DraftView] = field(default_factory=dict)
    files: dict[PostId, tuple[contents.Attachment, ...]] = field(default_factory=dict)
    hidden: dict[PostId, views.PostView] = field(default_factory=dict)
    patience_wanted: int = 0
    """With less a search ends early, having found the newest ``found_at_once``."""
    found_at_once: int = 0

    def say(self, command: commands.Say) -> views.PostView:
        """The post as ``OnePost`` gives it; a mark answers the post it is about."""
        there = self.engine.spaces[command.space]
        if not there.view.can_post:
            raise Refused(Refusal.READ_ONLY, there.view.name)
        if not self.weigh(queries.Weigh(command.space, command.content)).fits:
            raise Refused(Refusal.TEXT_TOO_LONG, str(there.view.body_limit))
        content = command.content
        if isinstance(content, contents.Edit | contents.Reaction):
            self._demand_there(command.space, content.post)
        match content:
            case contents.Words(text):
                return self._post(command.space, text, content)
            case contents.Files(files, text):
                made = self._post(command.space, text, content)
                self.files[made.id] = files
                return made
            case contents.Reaction() | contents.ReactionTakenBack():
                return self._react(command.space, content)
            case contents.Edit(post, text):
                return self.change(command.space, post, text=text, edited_at=self.engine.now)
            case contents.Retraction(post):
                return self.change(command.space, post, text="", retracted=True)
            case _:
                assert_never(content)

    def hide(self, command: commands.HidePost) -> None:
        history = self._history(command.space)
        if command.hidden:
            post = self.one(queries.OnePost(command.space, command.id))
            self.hidden[post.id] = post
            history.remove(post)
        else:
            history.add(self.hidden.pop(command.id))
        self.engine.tell(events.PostsChanged(command.space, (command.id,)))

    def hide_author(self, command: commands.HideAuthor) -> None:
        """Judged by ourselves, who have no name here."""
        there, history = self.engine.spaces[command.space], self._history(command.space)
        own = Judgement(MemberStanding.HIDDEN, PublicKey(bytes(32)), "")
        for post in history.run(0, len(history)):
            if post.author.public_key == command.author:
                history.replace(replace(post, folded=own if command.hidden else None))
        there.members = tuple(
            replace(one, hidden=command.hidden) if one.public_key == command.author else one
            for one in there.members
        )
        self.engine.tell(events.PostsChanged(command.space, ()), events.SpaceChanged(command.space))

    def keep_draft(self, command: commands.KeepDraft) -> None:
        words = (command.text, command.reply_to, command.edits, command.identity)
        self.drafts[command.space] = views.DraftView(command.space, *words)
        if not command.text and command.edits is None and command.identity is None:
            del self.drafts[command.space]

    def one(self, query: queries.OnePost) -> views.PostView:
        found = self._history(query.space).find(query.id)
        if found is None:
            raise Refused(Refusal.POST_UNKNOWN, query.id.hex())
        return found

    def one_file(self, query: queries.OneFile) -> views.FileContent:
        files = self.files.get(query.id, ())
        if not 0 <= query.number < len(files):
            raise Refused(Refusal.FILE_UNKNOWN)
        file = files[query.number]
        return views.FileContent(file.name, file.content_type, file.data)

    def weigh(self, query: queries.Weigh) -> views.Weight:
        content = query.content
        text = getattr(content, "text", "")
        files = content.files if isinstance(content, contents.Files) else ()
        units = len(text) + 11 + sum(int(len(file.data) * DATA_URL_SHARE) + 80 for file in files)
        return views.Weight(units, self.engine.spaces[query.space].view.body_limit)

    def first_since(self, query: queries.FirstSince) -> OrderKey | None:
        history = self.engine.spaces[query.space].history
        posts = history.run(0, len(history))
        return next((one.order for one in posts if one.timestamp >= query.at), None)

    def search(self, query: queries.Search) -> FoundPosts:
        """Every post that holds all the words, newest first; ``patience_wanted`` finds all."""
        found = self._found(query)
        if query.patience < self.patience_wanted:
            return FoundPosts(found[: self.found_at_once], is_cut=True)
        return FoundPosts(found)

    def _found(self, query: queries.Search) -> tuple[SearchHit, ...]:
        words = query.words.casefold().split()
        spaces = list(self.engine.spaces) if query.space is None else [query.space]
        hits = [
            SearchHit(space, post.id, post.timestamp, post.author, post.text, post.order)
            for space in spaces
            for post in self.engine.spaces[space].history.run(0, 10_000)
            if words and all(word in post.text.casefold() for word in words)
        ]
        if query.comments:
            hits += self.engine.comments.found(words, spaces)
        hits.sort(key=lambda hit: (hit.at, hit.order), reverse=True)
        if query.before is not None:
            hits = hits[hits.index(query.before) + 1 :]
        return tuple(hits[: query.limit])

    def change(self, space: SpaceId, post: PostId, **changes: object) -> views.PostView:
        """The post with these fields, told to who listens."""
        history = self._history(space)
        one = self.one(queries.OnePost(space, post))
        changed = replace(one, **changes)  # type: ignore[arg-type]  # a test names real fields
        history.replace(changed)
        self.engine.tell(events.PostsChanged(space, (post,)))
        return changed

    def _demand_there(self, space: SpaceId, post: PostId) -> None:
        if self.one(queries.OnePost(space, post)).retracted:
            raise Refused(Refusal.POST_TAKEN_BACK)

    def _post(
        self, space: SpaceId, text: str, content: contents.Words | contents.Files
    ) -> views.PostView:
        if not text.strip() and isinstance(content, contents.Words):
            raise Refused(Refusal.TEXT_EMPTY)
        there = self.engine.spaces[space]
        self.engine.now += 1
        writer = author(*(there.view.own_path or ()), owner=there.view.name)
        self.engine.receive(space, Said(text, self.engine.now, writer, ours=True))
        (made,) = there.history.run(len(there.history) - 1, len(there.history))
        marks: dict[str, object] = {"mentions": content.mentions}
        if isinstance(content, contents.Files):
            marks["files"] = tuple(
                views.FileView(file.name, file.content_type, len(file.data))
                for file in content.files
            )
        elif content.reply_to is not None:
            quoted = self.one(queries.OnePost(space, content.reply_to))
            marks["reply"] = views.QuoteView(quoted.id, quoted.author, quoted.text, quoted.order)
        return self.change(space, made.id, **marks)

    def _react(
        self, space: SpaceId, content: contents.Reaction | contents.ReactionTakenBack
    ) -> views.PostView:
        post = self.one(queries.OnePost(space, content.post))
        others = [one for one in post.reactions if one.emoji != content.emoji]
        before = next((one for one in post.reactions if one.emoji == content.emoji), None)
        names = () if before is None else tuple(name for name in before.names if name != "me")
        count = 0 if before is None else before.count - before.ours
        ours = isinstance(content, contents.Reaction)
        names = (*names, "me") if ours else names
        made = views.ReactionView(content.emoji, count + ours, ours, names)
        reactions = (*others, made) if made.count else tuple(others)
        return self.change(space, post.id, reactions=reactions)

    def _history(self, space: SpaceId) -> GrownHistory:
        if space not in self.engine.spaces:
            raise Refused(Refusal.SPACE_UNKNOWN)
        history = self.engine.spaces[space].history
        assert isinstance(history, GrownHistory)
        return history
