"""The SDK: the names that a reader imports, and the half of a worker that runs the reader's code."""
