"""Drawing the full screen: state in, styled lines out. Nothing here changes anything."""
