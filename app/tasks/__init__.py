"""What a worker does for a request: functions called in another process, a file for each game."""
