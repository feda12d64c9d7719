"""The synchronous client, made by `unasync.py` of `_async`."""
