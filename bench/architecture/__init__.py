"""How long a check of architecture rules takes, beside the tools that check nothing else."""
