'use strict';

// The published packages, by the name under which the lock has them. Where they lie is in NODE_PATH.
//
// They sign with JavaScript unless a sodium-native of their own time is there; a present one is put in
// its place, which lacks one class of the old interface, and takes no key that is longer than it needs.

const Module = require('module');

function sodium() {
  const present = require('sodium-native');
  const older = Object.assign({}, present);
  older.crypto_stream_xor_instance = (nonce, key) => {
    const state = Buffer.alloc(present.crypto_stream_xor_STATEBYTES);
    present.crypto_stream_xor_init(state, nonce, key);
    return {
      update: (output, input) => present.crypto_stream_xor_update(state, output, input),
      final: () => present.crypto_stream_xor_final(state)
    };
  };
  older.crypto_kdf_derive_from_key = (subkey, id, context, key) => {
    present.crypto_kdf_derive_from_key(subkey, id, context, key.subarray(0, present.crypto_kdf_KEYBYTES));
  };
  return older;
}

const native = sodium();
const load = Module._load;
Module._load = function (name, parent, isMain) {
  const isOld = name === 'sodium-native' || name === 'sodium-universal';
  return isOld ? native : load(name, parent, isMain);
};

module.exports = (version) => require(`hypercore${version}`);
