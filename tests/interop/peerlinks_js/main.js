'use strict';

// A published peer, spoken to by JSON lines: a command {n, do, ...} is answered {reply: n, value}
// or {reply: n, error}; whatever happens by itself is {event, ...}. It ends with its standard input.

const readline = require('readline');

function tell(news) {
  process.stdout.write(JSON.stringify(news) + '\n');
}

// Before the packages read a clock.
function shiftClock(seconds) {
  const now = Date.now;
  Date.now = () => now() + seconds * 1000;
}

async function perform(peer, { n, do: name, ...details }) {
  try {
    tell({ reply: n, value: await peer[name](details) });
  } catch (error) {
    tell({ reply: n, error: error.message });
  }
}

const settings = JSON.parse(process.argv[2]);
shiftClock(settings.clockOffsetSeconds || 0);
process.on('unhandledRejection', (error) => tell({ event: 'bug', error: String(error && error.stack) }));

const { Peer } = require('./peer');
const peer = new Peer(tell);
peer.start(settings).then((started) => {
  tell({ event: 'started', ...started });
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => perform(peer, JSON.parse(line)));
  lines.on('close', () => process.exit(0));
});
