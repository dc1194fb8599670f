"""The older wire protocol of draft 1: each channel opened in clear, each message in a box."""
