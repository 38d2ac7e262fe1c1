"""What the keys and the commands do on the full screen."""
