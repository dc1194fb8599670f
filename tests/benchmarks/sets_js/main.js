'use strict';

// One side of a measurement over hyperbloom-node 2.0.0: holds a set, and asks or serves. What was
// measured is written as lines of JSON, which benchmarks/sets_beside_published.py reads.

const fs = require('fs');
const net = require('net');

const HyperNode = require('hyperbloom-node');
const HyperBloomChain = require('hyperbloom-chain');
const { Stream } = require('hyperbloom-protocol');
const signatures = require('sodium-signatures');

const asked = JSON.parse(process.argv[2]);
const serves = asked.do === 'serve';

function say (told) {
  process.stdout.write(JSON.stringify(told) + '\n');
}

function cost () {
  const used = process.resourceUsage();
  return (used.userCPUTime + used.systemCPUTime) / 1e6;
}

function peak () {
  const line = fs.readFileSync('/proc/self/status', 'utf8').split('\n').find((one) => one.startsWith('VmHWM:'));
  return Number(line.split(/\s+/)[1]) * 1024;
}

function held () {
  const values = [];
  const stride = asked.lacks ? Math.floor(asked.count / asked.lacks) : 0;
  for (let number = 0; number < asked.count; number++) {
    const lacks = stride && number % stride === (serves ? 1 : 0) && Math.floor(number / stride) < asked.lacks;
    if (!lacks) values.push(Buffer.from(String(number).padStart(8, '0').padEnd(asked.size, '.')));
  }
  return values;
}

const author = signatures.keyPair(Buffer.alloc(32, 1));
const member = signatures.keyPair(Buffer.alloc(32, 2));
const chain = new HyperBloomChain({ root: author.publicKey });
const link = chain.issueLink({ publicKey: member.publicKey, expiration: Infinity }, author.secretKey);
const node = new HyperNode({
  feedKey: author.publicKey,
  privateKey: (serves ? author : member).secretKey,
  chain: serves ? [] : [link],
  full: !asked.page,  // else it asks by a filter by itself, which fails where sets are large
});

function talk (socket, done) {
  const stream = new Stream();
  let ready = 0;
  let last = 0;
  let before = 0;
  const destroy = stream.destroy;
  stream.destroy = (error) => {
    if (error) say({ told: 'failed', error: error.message });
    socket.destroy();
    return destroy.call(stream, error);
  };
  stream.on('error', () => {});
  stream.on('secure', () => {
    ready = last = performance.now();
    before = cost();
    if (!serves && asked.page) ask();
  });
  let count = asked.held;
  function ask () {
    stream.request({ start: Buffer.from(String(count).padStart(8, '0')), end: null, limit: asked.page });
  }
  node.addStream(stream);  // first, so that what comes is stored when we look
  stream.on('message', ({ type, body }) => {
    if (type !== 'data') return;
    last = performance.now();
    count += body.values.length;
    if (serves) return;
    if (asked.page && count < asked.aimed) ask();
    if (count >= asked.aimed && done) {
      const finish = done;
      done = null;
      setTimeout(finish, 300);
    }
  });
  socket.on('error', () => {});
  const tell = (told) => say({
    told, seconds: (last - ready) / 1000, cpu_seconds: cost() - before, held: total(), peak_rss_bytes: peak(),
    sent: socket.bytesWritten, received: socket.bytesRead,
  });
  socket.on('close', () => { if (serves) tell('served'); });
  socket.pipe(stream);
  stream.pipe(socket);
  return tell;
}

function total () { return node.request({ start: Buffer.alloc(0) }, 0).length; }

const values = held();
if (values.length) node.bulkInsert(values);
asked.held = values.length;

if (serves) {
  const server = net.createServer((socket) => talk(socket));
  server.listen(0, asked.host, () => say({ told: 'filled', port: server.address().port }));
} else {
  const socket = net.connect(asked.port, asked.host);
  const tell = talk(socket, () => { tell('asked'); socket.destroy(); setTimeout(() => process.exit(0), 50); });
}
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
