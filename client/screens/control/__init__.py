"""What keys and commands do on the full screen."""
