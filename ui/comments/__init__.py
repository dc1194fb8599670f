"""Comments on feeds: what others say about entries, and who may say it."""
