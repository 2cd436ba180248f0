"""The core, one in each worker: histories into activations of the code, what the code answers into commands.

It knows neither the server's runs nor a reader's code, only what crosses to both.
"""
