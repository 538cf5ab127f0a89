"""SemanticData → CodeGraph: the passes of the seeds, one file each."""
