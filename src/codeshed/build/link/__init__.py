"""Links the parts of all documents into the graph. Passes work on whole columns, so that relinking after an edit is cheap."""
