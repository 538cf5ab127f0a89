"""The data-flow summaries of a JavaScript or TypeScript file."""
