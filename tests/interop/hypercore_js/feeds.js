'use strict';

// What a person does with a published hypercore: makes, follows and appends to feeds, over TCP.

const net = require('net');

const load = require('./published');

const hex = (text) => Buffer.from(text, 'hex');

const newPair = () => require('hypercore-crypto').keyPair();

// Hypercore 4 keeps many feeds in one level store, the later ones one in a storage of its own.
class Older {
  constructor () {
    this.core = load(4)(require('memdb')());
  }

  create () { return this.core.createFeed(); }

  // Of that pair of keys; two of one pair are two histories.
  createOf ({ publicKey, secretKey }) { return this.core.createFeed(publicKey, { secretKey }); }

  // Unsigned: its key is known once it is finalized.
  createStatic () { return this.core.createFeed({ live: false }); }

  follow (key, sparse) { return this.core.createFeed(key, { sparse }); }

  replicate (feed) { return feed.replicate(); }

  finalize (feed, done) { feed.finalize(done); }
}

class Later {
  constructor (version) {
    this.hypercore = load(version);
    this.ram = require('random-access-memory');
  }

  create () { return this.hypercore(this.ram, { valueEncoding: 'binary' }); }

  createOf ({ publicKey, secretKey }) {
    return this.hypercore(this.ram, publicKey, { secretKey, valueEncoding: 'binary' });
  }

  follow (key, sparse) {
    return this.hypercore(this.ram, key, { sparse, valueEncoding: 'binary' });
  }

  replicate (feed, live) { return feed.replicate({ live, timeout: 10000 }); }
}

class Feeds {
  constructor (tell) {
    this.tell = tell;
    this.feeds = [];
    this.sockets = [];
  }

  async start ({ version }) {
    this.version = version;
    this.makes = version === 4 ? new Older() : new Later(version);
    return { version };
  }

  async create ({ unsigned }) { return this.keep(unsigned ? this.makes.createStatic() : this.makes.create(), unsigned); }

  async createPair ({ key, secret }) {
    const pair = key ? { publicKey: hex(key), secretKey: hex(secret) } : newPair();
    await this.keep(this.makes.createOf(pair));
    return { key: pair.publicKey.toString('hex'), secret: pair.secretKey.toString('hex') };
  }

  // The block on its disk becomes another; its tree stays.
  corrupt ({ feed, index, data }) {
    const one = this.feeds[feed];
    const content = hex(data);
    return new Promise((resolve, reject) => {
      if (this.version === 4) {
        one._core._data.put(one._prefix + index, content, (error) => error ? reject(error) : resolve(null));
        return;
      }
      one._storage.dataOffset(index, [], (error, offset, size) => {
        if (error) return reject(error);
        const block = Buffer.alloc(size, content);
        one._storage.data.write(offset, block, (failed) => failed ? reject(failed) : resolve(null));
      });
    });
  }

  async follow ({ key, sparse }) { return this.keep(this.makes.follow(hex(key), sparse)); }

  async keep (feed, unsigned) {
    const number = this.feeds.push(feed) - 1;
    feed.on('error', (error) => this.tell({ event: 'error', error: error.message }));
    feed.on('download', (index) => this.tell({ event: 'download', feed: number, index }));
    feed.on('upload', (index) => this.tell({ event: 'upload', feed: number, index }));
    if (unsigned) return { number };
    await this.opened(feed);
    return { number, key: feed.key.toString('hex') };
  }

  opened (feed) {
    return new Promise((resolve, reject) => {
      const ready = feed.ready || feed.open;
      ready.call(feed, (error) => error ? reject(error) : resolve());
    });
  }

  append ({ feed, blocks }) {
    return new Promise((resolve, reject) => {
      this.feeds[feed].append(blocks.map(hex), (error) => {
        error ? reject(error) : resolve(this.state({ feed }));
      });
    });
  }

  finalize ({ feed }) {
    return new Promise((resolve, reject) => {
      this.makes.finalize(this.feeds[feed], (error) => {
        error ? reject(error) : resolve({ key: this.feeds[feed].key.toString('hex') });
      });
    });
  }

  state ({ feed }) {
    const one = this.feeds[feed];
    return { length: one.length || one.blocks, bytes: one.byteLength || one.bytes };
  }

  block ({ feed, index }) {
    return new Promise((resolve, reject) => {
      this.feeds[feed].get(index, (error, data) => {
        error ? reject(error) : resolve(data.toString('hex'));
      });
    });
  }

  // Connections are all about one feed; others may be put on it with `also`.
  listen ({ feed, host, live = true, also = [] }) {
    return new Promise((resolve) => {
      const server = net.createServer((socket) => this.join(socket, feed, live, also));
      server.listen(0, host, () => resolve(server.address().port));
    });
  }

  dial ({ feed, host, port, live = true, also = [] }) {
    return new Promise((resolve) => {
      const socket = net.connect(port, host, () => resolve(null));
      this.join(socket, feed, live, also);
    });
  }

  join (socket, number, live, also) {
    const stream = this.makes.replicate(this.feeds[number], live);
    for (const other of also) this.feeds[other].replicate({ stream, live });
    const end = (error) => this.tell({ event: 'ended', feed: number, error: error ? error.message : null });
    stream.on('error', end);
    stream.on('close', () => { end(); socket.destroy(); });
    stream.on('handshake', () => this.tell({ event: 'handshake', feed: number }));
    socket.on('error', () => stream.destroy());
    this.sockets.push(socket);
    socket.pipe(stream).pipe(socket);
  }

  async hangUp () {
    for (const socket of this.sockets) socket.destroy();
    this.sockets = [];
  }
}

module.exports = { Feeds };
