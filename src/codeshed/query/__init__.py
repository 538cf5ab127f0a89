"""One file per question: its options, its result and one public function."""
