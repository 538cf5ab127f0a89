"""The Context Footprint: views of its policies, the fixpoint for one node and for all, and the two published listings."""
