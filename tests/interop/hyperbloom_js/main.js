'use strict';

// A published HyperBloom node, spoken to by JSON lines: a command {n, do, ...} is answered {reply: n, value} or
// {reply: n, error}; whatever happens by itself is {event, ...}. It ends with its standard input.

const readline = require('readline');

const { Bloom } = require('./bloom');

function tell (news) {
  process.stdout.write(JSON.stringify(news) + '\n');
}

async function perform (bloom, { n, do: name, ...details }) {
  try {
    tell({ reply: n, value: await bloom[name](details) });
  } catch (error) {
    tell({ reply: n, error: error.message });
  }
}

process.on('unhandledRejection', (error) => tell({ event: 'bug', error: String(error && error.stack) }));

const bloom = new Bloom(tell);
bloom.start(JSON.parse(process.argv[2])).then((started) => {
  tell({ event: 'started', ...started });
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => perform(bloom, JSON.parse(line)));
  lines.on('close', () => process.exit(0));
});
