'use strict';

// Published feeds or folders, spoken to by JSON lines: a command {n, do, ...} is answered {reply: n, value} or
// {reply: n, error}; whatever happens by itself is {event, ...}. It ends with its standard input.

const readline = require('readline');

const { Drives } = require('./drives');
const { Feeds } = require('./feeds');

function tell (news) {
  process.stdout.write(JSON.stringify(news) + '\n');
}

async function perform (feeds, { n, do: name, ...details }) {
  try {
    tell({ reply: n, value: await feeds[name](details) });
  } catch (error) {
    tell({ reply: n, error: error.message });
  }
}

process.on('unhandledRejection', (error) => tell({ event: 'bug', error: String(error && error.stack) }));

const wanted = JSON.parse(process.argv[2]);
const feeds = wanted.folders ? new Drives(tell) : new Feeds(tell);
feeds.start(wanted).then((started) => {
  tell({ event: 'started', ...started });
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => perform(feeds, JSON.parse(line)));
  lines.on('close', () => process.exit(0));
});
