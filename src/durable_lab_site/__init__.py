"""The site's machinery: runnable fences, the language switch, the policy, and what the pages load."""
