"""The article's failures, by topology: each reached, and each repaired."""
