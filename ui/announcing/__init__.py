"""What is told outside of the window: notifications, the tray, the badge, and when not to."""
