"""The server: runs and their histories, workflow tasks, timers, activities, task queues. It knows no worker's code."""
