"""What the data-flow summaries of all languages share: values, reaching definitions, and the summary of a function as it is made."""
