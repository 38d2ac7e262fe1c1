"""Draw the full screen: functions that take a state and return styled lines, and change nothing."""
