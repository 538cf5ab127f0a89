"""The syntax of TypeScript."""
