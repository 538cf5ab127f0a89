"""The syntax of JavaScript and TypeScript."""
