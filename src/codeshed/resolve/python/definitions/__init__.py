"""What every file defines: functions, types and variables with all that is known of them."""
