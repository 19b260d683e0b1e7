"""Requests to an application within this process."""

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI


def ask(app: FastAPI, method: str, path: str, **request: Any) -> httpx.Response:
    """One answer; an error of the application is answered as the service would."""

    async def exchange() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            answer = await client.request(method, path, **request)
        # What the request may have opened, such as the database.
        await app.state.jobs.close()
        return answer

    return asyncio.run(exchange())
