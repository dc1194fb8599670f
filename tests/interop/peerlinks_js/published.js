'use strict';

// The published packages. They are ES modules, which `esm` loads as their own tests do. Where they
// lie is in NODE_PATH.

const path = require('path');

// What it translates is kept with the packages, not with us.
const cache = path.join(process.env.NODE_PATH, '.cache', 'esm');
const load = require('esm')(module, { cache });

const sodium = require('sodium-native');

const { default: PeerLinks, Chain, MemoryStorage, Message } = load('@peerlinks/protocol');
const schema = load('@peerlinks/protocol/lib/messages');

module.exports = { PeerLinks, Chain, MemoryStorage, Message, schema, sodium };
