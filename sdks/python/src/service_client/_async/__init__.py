"""The asynchronous client. `unasync.py` makes `_sync` of it: change it here."""
