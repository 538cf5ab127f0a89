"""CodeGraphContext documents: how long they take, how large they are, what they hold."""
