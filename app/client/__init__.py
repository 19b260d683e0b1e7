"""A client of the service, for the command line; httpx is imported with :mod:`app.client.client`.

Whoever only needs the errors, or asks nobody in the end, is not kept waiting for it.
"""
