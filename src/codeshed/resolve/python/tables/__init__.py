"""Symbol tables of a project: names, classes, function shapes and fields, looked up through file interfaces."""
