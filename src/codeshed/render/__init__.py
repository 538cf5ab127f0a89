"""Result → text: for people on one screen, for programs as JSON. Nothing else makes text."""
