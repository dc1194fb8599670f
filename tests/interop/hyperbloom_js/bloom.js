'use strict';

// What a program does with a published HyperBloom node: keeps one set, and talks about it over TCP.

const net = require('net');

const HyperNode = require('hyperbloom-node');
const HyperBloomChain = require('hyperbloom-chain');
const { Stream } = require('hyperbloom-protocol');
const signatures = require('sodium-signatures');

const hex = (text) => Buffer.from(text, 'hex');

class Bloom {
  constructor (tell) {
    this.tell = tell;
    this.streams = [];
  }

  // Keys are made from seeds; `people` are those of the chain, the feed's author not among them.
  async start ({ feed, seed, chain, issues }) {
    this.feed = hex(feed);
    this.keys = signatures.keyPair(hex(seed));
    this.issues = issues;
    this.node = new HyperNode({
      feedKey: this.feed, privateKey: this.keys.secretKey, chain: chain.map(hex),
    });
    this.server = net.createServer((socket) => this.talk(socket));
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return { port: this.server.address().port };
  }

  async dial ({ port }) {
    this.talk(net.connect(port, '127.0.0.1'));
  }

  talk (socket) {
    const stream = new Stream();
    const start = stream.start;
    stream.start = (options) => start.call(stream, { ...options, issueLinks: this.issues });
    // On later versions of Node these packages swallow what they find wrong, and leave the line open.
    const destroy = stream.destroy;
    stream.destroy = (error) => {
      if (error) this.tell({ event: 'error', error: error.message });
      socket.destroy();
      return destroy.call(stream, error);
    };
    stream.on('error', (error) => this.tell({ event: 'error', error: error.message }));
    stream.on('secure', ({ chain }) => this.tell({ event: 'secure', links: chain.length }));
    stream.on('chain-update', (chain) => this.tell({ event: 'chain', links: chain.length }));
    stream.on('message', ({ type }) => this.tell({ event: 'message', type }));
    socket.on('error', () => {});
    socket.on('close', () => this.tell({ event: 'closed' }));
    socket.pipe(stream);
    stream.pipe(socket);
    this.streams.push(stream);
    this.node.addStream(stream);
  }

  async insert ({ values }) { return this.node.bulkInsert(values.map(hex)).length; }

  async values () {
    return this.node.request({ start: Buffer.alloc(0) }, 0).map((value) => value.toString('hex'));
  }

  async count () { return this.node.request({ start: Buffer.alloc(0) }, 0).length; }

  async request ({ start, end, limit }) {
    this.streams[0].request({ start: hex(start), end: end === undefined ? null : hex(end), limit });
  }

  async issue ({ to, until }) {
    const chain = new HyperBloomChain({ root: this.feed });
    return chain.issueLink({ publicKey: hex(to), expiration: until }, this.keys.secretKey).toString('hex');
  }
}

module.exports = { Bloom };
