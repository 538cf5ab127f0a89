"""The Context Footprint: its rules, the fixpoint for one node and for all, and the two listings of the seeds."""
