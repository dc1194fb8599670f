'use strict';

// The published storage in memory, kept over restarts: every change is a line of a journal, which
// is played again at the start. Written before the change is answered, as a crash may follow.

const fs = require('fs');
const { MemoryStorage } = require('./published');

const base64 = (data) => data.toString('base64');
const bytes = (text) => Buffer.from(text, 'base64');

class KeptStorage extends MemoryStorage {
  constructor(path) {
    super();
    this.path = path;
  }

  async open() {
    if (fs.existsSync(this.path)) {
      for (const line of fs.readFileSync(this.path, 'utf8').split('\n').filter(Boolean)) {
        await this.replay(JSON.parse(line));
      }
    }
    this.journal = fs.openSync(this.path, 'a');
  }

  async addMessage({ channelId, hash, parents, height, data }) {
    this.note({
      message: {
        channelId: base64(channelId),
        hash: base64(hash),
        parents: parents.map(base64),
        height,
        data: base64(data),
      },
    });
    return await super.addMessage({ channelId, hash, parents, height, data });
  }

  async storeEntity(prefix, id, blob) {
    this.note({ entity: { prefix, id, blob: base64(blob) } });
    return await super.storeEntity(prefix, id, blob);
  }

  note(change) {
    fs.writeSync(this.journal, JSON.stringify(change) + '\n');
  }

  async replay({ message, entity }) {
    if (entity) {
      await super.storeEntity(entity.prefix, entity.id, bytes(entity.blob));
      return;
    }
    await super.addMessage({
      channelId: bytes(message.channelId),
      hash: bytes(message.hash),
      parents: message.parents.map(bytes),
      height: message.height,
      data: bytes(message.data),
    });
  }
}

module.exports = { KeptStorage };
