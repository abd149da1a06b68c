"""A bounded number of requests by a fixed number of clients, each over a connection that it keeps."""

import asyncio
import hashlib
import itertools
import re
import time
from dataclasses import dataclass

CLIENTS = 8
PATIENCE_SECONDS = 45
numbers = itertools.count()


@dataclass
class Outcome:
    """What became of a request. The status is 0 if there was no whole answer."""

    name: str
    path: str
    status: int
    digest: str
    milliseconds: float
    began: float


class Client:
    def __init__(self, port):
        self.port = port
        self.connection = None

    async def get(self, path):
        name = f"request-{next(numbers)}"
        began = time.monotonic()
        try:
            status, body = await asyncio.wait_for(self.exchange(path, name), PATIENCE_SECONDS)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            self.close()
            status, body = 0, b""
        milliseconds = (time.monotonic() - began) * 1000
        return Outcome(name, path, status, hashlib.sha256(body).hexdigest(), milliseconds, began)

    async def exchange(self, path, name, is_second=False):
        if self.connection is None:
            self.connection = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.connection
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-ID: {name}\r\n\r\n".encode())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            # A server may close a connection between two requests (RFC 9112, 9.5); nginx does when it gets another list of services. Once,
            # and only if nothing was answered.
            if is_second or getattr(error, "partial", b""):
                raise
            self.close()
            return await self.exchange(path, name, is_second=True)
        length = int(re.search(r"(?i)\r\ncontent-length: (\d+)", head).group(1))
        body = await reader.readexactly(length)
        if re.search(r"(?i)\r\nconnection: close", head):
            self.close()
        return int(head.split(" ")[1]), body

    def close(self):
        if self.connection is not None:
            self.connection[1].close()
        self.connection = None


async def send(port, paths, halfway=None, clients=CLIENTS):
    """The outcomes of requests for all paths, sent in their order. `halfway` is called in a thread when half of them have been sent."""
    waiting = list(enumerate(paths))[::-1]
    outcomes, others = [], []

    async def client():
        one = Client(port)
        while waiting:
            index, path = waiting.pop()
            if halfway and index == len(paths) // 2:
                others.append(asyncio.create_task(asyncio.to_thread(halfway)))
            outcomes.append(await one.get(path))
        one.close()

    await asyncio.gather(*(client() for _ in range(clients)))
    await asyncio.gather(*others)
    return outcomes
