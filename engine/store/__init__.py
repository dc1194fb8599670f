"""What is kept for good: one encrypted SQLite file a profile, and the file of its key.

Reading order: database, migrate, storage (the turn's writer), timeline (what every protocol
shares), a repository a protocol, reading (the answers), opening (how the parts are joined). No SQL
stands outside this folder.
"""
