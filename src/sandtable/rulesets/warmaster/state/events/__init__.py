"""What can happen on the table."""
