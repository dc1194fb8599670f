"""Finding messages in all channels: what is asked, how it is shown, and the page around it."""
