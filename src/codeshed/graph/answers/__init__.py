"""What all answers share: nodes and edges as they are shown, truncated evidence, shortest paths, figures."""
