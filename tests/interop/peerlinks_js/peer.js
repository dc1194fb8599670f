'use strict';

// What a person does with the published implementation, as methods: each takes and gives plain
// values, hashes and keys as hexadecimal text.

const net = require('net');
const { FramedSocket } = require('./framed_socket');
const { KeptStorage } = require('./kept_storage');
const { PeerLinks, Chain, MemoryStorage, Message, schema, sodium } = require('./published');
const { Witness } = require('./witness');

const TOLD_EVERY_MS = 20;
const PATIENCE_MS = 10000;

const bytes = (text) => Buffer.from(text, 'hex');
const hex = (data) => data.toString('hex');

class Peer {
  constructor(tell) {
    this.tell = tell;
    this.streams = new Set();
    this.witnesses = [];
    this.requests = new Map();
    this.watched = new Set();
    this.end = null;
  }

  async start({ journal, peerId }) {
    const storage = journal ? new KeptStorage(journal) : new MemoryStorage();
    if (journal) {
      await storage.open();
    }
    this.peerlinks = new PeerLinks({ sodium, storage });
    if (peerId) {
      this.peerlinks.id = bytes(peerId);
    }
    await this.peerlinks.load();
    this.peerlinks.channels.forEach((channel) => this.watch(channel));
    return { id: hex(this.peerlinks.id) };
  }

  // ---- identities and channels

  async create({ name, feed }) {
    const [identity, channel] = await this.peerlinks.createIdentityPair(name, { isFeed: !!feed });
    this.watch(channel);
    return { key: hex(identity.publicKey), channel: hex(channel.id) };
  }

  async follow({ key, name }) {
    this.watch(await this.peerlinks.feedFromPublicKey(bytes(key), { name }));
    return null;
  }

  async channels() {
    return this.peerlinks.getChannelNames();
  }

  async post({ channel, as, texts }) {
    const where = this.channel(channel);
    for (const text of texts) {
      await where.post(Message.json({ text }), this.identity(as));
    }
    this.peerlinks.onNewMessage(where, null);
    return null;
  }

  async count({ channel }) {
    return await this.channel(channel).getMessageCount();
  }

  // The whole channel, in its order.
  async messages({ channel }) {
    const where = this.channel(channel);
    const messages = await where.getMessagesAtOffset(0, await where.getMessageCount());
    return messages.map((message) => ({
      hash: hex(message.hash),
      height: message.height,
      parents: message.parents.map(hex),
      timestamp: message.timestamp,
      path: message.chain.getDisplayPath(),
      body: message.isRoot ? null : message.body.json,
    }));
  }

  // ---- invites

  async request({ as, name }) {
    const identity = this.identity(as);
    const { request, requestId, decrypt } = identity.requestInvite(this.peerlinks.id);
    this.requests.set(hex(requestId), async (encrypted) => {
      const invite = decrypt(encrypted);
      const channel = await this.peerlinks.channelFromInvite(invite, identity, { name });
      this.watch(channel);
      this.tell({ event: 'joined', channel: channel.name });
    });
    this.peerlinks.waitForInvite(requestId).promise.then(
      (encrypted) => this.requests.get(hex(requestId))(encrypted),
    ).catch((error) => this.tell({ event: 'inviteFailed', error: error.message }));
    return hex(request);
  }

  // An invite that came by hand.
  async accept({ invite }) {
    return this.peerlinks.resolveInvite(schema.EncryptedInvite.decode(bytes(invite)));
  }

  async issue({ as, channel, request, display, send }) {
    const identity = this.identity(as);
    const { encryptedInvite, peerId } = identity.issueInvite(
      this.channel(channel), bytes(request), display);
    if (send) {
      const peer = await this.peerlinks.waitForPeer(peerId, PATIENCE_MS).promise;
      await peer.sendInvite(encryptedInvite);
    }
    return hex(schema.EncryptedInvite.encode(encryptedInvite).finish());
  }

  // As `issue`, but the link ends when told: the published call knows only its 99 days.
  async issueUntil({ as, channel, request, display, validTo }) {
    const identity = this.identity(as);
    const where = this.channel(channel);
    const asked = schema.InviteRequest.decode(bytes(request));
    const link = identity.issueLink(where, {
      trusteePubKey: asked.trusteePubKey,
      trusteeDisplayName: display,
      validTo,
    });
    const chain = Chain.append(identity.getChain(where), link);
    const { encryptedInvite } = identity.issueInvite(where, bytes(request), display);
    const invite = schema.Invite.encode({
      channelPubKey: where.publicKey,
      channelName: where.name,
      chain: chain.serialize(),
    }).finish();
    const box = Buffer.alloc(invite.length + sodium.crypto_box_SEALBYTES);
    sodium.crypto_box_seal(box, invite, asked.boxPubKey);
    return hex(schema.EncryptedInvite.encode({ ...encryptedInvite, box }).finish());
  }

  // ---- connections

  async listen({ host, port }) {
    const server = net.createServer((stream) => this.converse(stream));
    await new Promise((resolve, reject) => {
      server.on('error', reject);
      server.listen(port, host, resolve);
    });
    return server.address().port;
  }

  async dial({ host, port }) {
    this.converse(net.connect(port, host));
    return null;
  }

  async hangUp() {
    this.streams.forEach((stream) => stream.destroy());
    return null;
  }

  async peers() {
    return Array.from(this.peerlinks.peers, (peer) => hex(peer.remoteId));
  }

  async ping() {
    const pongs = Array.from(this.peerlinks.peers, async (peer) => {
      const pong = peer.waitList.waitFor('pong 77', PATIENCE_MS);
      await peer.socket.send(schema.Packet.encode({ ping: { seq: 77 } }).finish());
      await pong;
    });
    await Promise.all(pongs);
    return pongs.length;
  }

  // Dies without a word once so many frames of that kind have passed, before the last one is used.
  async dieAfter({ kind, count }) {
    this.end = { kind, left: count };
    return null;
  }

  // What passed on each connection, the oldest first.
  async passed() {
    return this.witnesses.map(({ counts }) => counts);
  }

  // ---- its own

  converse(stream) {
    const witness = new Witness(this.tell, (kind) => this.mindEnd(kind));
    this.witnesses.push(witness);
    this.streams.add(stream);
    stream.on('close', () => this.streams.delete(stream));
    const socket = new FramedSocket(stream, (what, subject) => witness.see(what, subject));
    this.peerlinks.connect(socket).then(
      (kept) => this.tell({ event: 'gone', reason: kept ? 'ended' : 'duplicate' }),
      (error) => this.tell({ event: 'gone', reason: error.message }));
  }

  mindEnd(kind) {
    if (this.end && this.end.kind === kind && --this.end.left === 0) {
      process.kill(process.pid, 'SIGKILL');
    }
  }

  channel(name) {
    const found = this.peerlinks.getChannel(name);
    if (!found) {
      throw new Error(`no channel ${name}`);
    }
    return found;
  }

  identity(name) {
    const found = this.peerlinks.getIdentity(name);
    if (!found) {
      throw new Error(`no identity ${name}`);
    }
    return found;
  }

  // Tells of news in the channel, not more often than anybody can look.
  watch(channel) {
    if (this.watched.has(channel.name)) {
      return;
    }
    this.watched.add(channel.name);
    let isTold = true;
    const tell = () => {
      isTold = true;
      this.tell({ event: 'updated', channel: channel.name });
    };
    const wait = () => channel.waitForUpdate().then(() => {
      if (isTold) {
        isTold = false;
        setTimeout(tell, TOLD_EVERY_MS);
      }
      wait();
    }, () => {});
    wait();
  }
}

module.exports = { Peer };
