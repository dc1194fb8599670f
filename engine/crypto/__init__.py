"""Cryptography: thin, pure faces over libsodium and hashlib. Seeds, nonces and entropy come in."""
