"""The older wire protocol of draft 1: each lane opened in clear, each message in a box."""
