'use strict';

// One side of a measurement over hypercore 7.7.1: appends and serves, or downloads. What was
// measured is written as lines of JSON, which benchmarks/feeds_beside_published.py reads.

const crypto = require('crypto');
const fs = require('fs');
const net = require('net');

const hypercore = require('../../interop/hypercore_js/published')(7);
const ram = require('random-access-memory');

const asked = JSON.parse(process.argv[2]);

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

function append (feed, blocks) {
  return new Promise((resolve, reject) => feed.append(blocks, (error) => error ? reject(error) : resolve()));
}

function opened (feed) {
  return new Promise((resolve, reject) => feed.ready((error) => error ? reject(error) : resolve()));
}

async function serve () {
  const feed = hypercore(ram, { valueEncoding: 'binary' });
  await opened(feed);
  const blocks = Array.from({ length: asked.count }, () => crypto.randomBytes(asked.size));
  const began = performance.now();
  const before = cost();
  for (let start = 0; start < asked.count; start += asked.batch) {
    await append(feed, asked.batch === 1 ? blocks[start] : blocks.slice(start, start + asked.batch));
  }
  const seconds = (performance.now() - began) / 1000;
  const server = net.createServer((socket) => {
    const stream = feed.replicate({ live: false, timeout: 60000 });
    stream.on('error', () => socket.destroy());
    socket.on('error', () => stream.destroy());
    socket.on('close', () => say({ told: 'served', cpu_seconds: cost(), peak_rss_bytes: peak() }));
    say({ told: 'serving', cpu_seconds: cost() });
    socket.pipe(stream).pipe(socket);
  });
  server.listen(0, asked.host, () => {
    const port = server.address().port;
    say({ told: 'appended', seconds, cpu_seconds: cost() - before, port, key: feed.key.toString('hex') });
  });
}

async function download () {
  const feed = hypercore(ram, Buffer.from(asked.key, 'hex'), { valueEncoding: 'binary' });
  await opened(feed);
  let left = asked.count;
  const began = performance.now();
  const before = cost();
  feed.on('download', () => {
    if (--left > 0) return;
    const seconds = (performance.now() - began) / 1000;
    say({ told: 'downloaded', seconds, cpu_seconds: cost() - before, peak_rss_bytes: peak() });
    setTimeout(() => process.exit(0), 50);
  });
  const socket = net.connect(asked.port, asked.host);
  const stream = feed.replicate({ live: false, timeout: 60000 });
  stream.on('error', () => socket.destroy());
  socket.on('error', () => stream.destroy());
  socket.pipe(stream).pipe(socket);
}

if (asked.do === 'download') download(); else serve();
process.stdin.on('end', () => process.exit(0)).resume();
