"""An image service under measurement, with as many connections as cores, each with one request at a time."""
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

from PIL import Image


class ImageServer:
    """A service, started in the folder of its photos with a free port as its last argument."""

    def __init__(self, arguments, folder, log):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        # A session of its own, since thumbor's processes do not end with their parent.
        self.process = subprocess.Popen([*arguments, port], cwd=folder, stdout=log, stderr=log, start_new_session=True)
        self.connections = [HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(os.cpu_count())]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=60)

    def get_ready(self, name):
        """Waits until the service answers, and checks that it finds a face and returns a thumbnail around it."""
        first = self.connections[0]
        for _ in range(300):
            try:
                self.get(first, "/healthcheck")
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"{self.process.args} failed")
                first.close()
                time.sleep(0.1)
        points = json.loads(self.get(first, f"/unsafe/meta/300x300/smart/{name}"))["thumbor"]["focal_points"]
        assert any("face" in point["origin"].lower() for point in points), points
        thumbnail = Image.open(io.BytesIO(self.get(first, f"/unsafe/300x300/smart/{name}")))
        assert (thumbnail.format, thumbnail.size) == ("JPEG", (300, 300)), thumbnail
        first.close()
        # Each connection is opened while the previous one is busy, so that another thumbor process accepts it.
        for connection in self.connections:
            connection.request("GET", f"/unsafe/300x300/smart/{name}")
            time.sleep(0.05)
        for connection in self.connections:
            connection.getresponse().read()

    def get(self, connection, path):
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body)
        return body

    def make_all(self, names):
        """Photos a second, processor milliseconds a photo, and the peak memory in MB, for a thumbnail of each."""
        left, lock = iter(names), threading.Lock()

        def ask(connection):
            while True:
                with lock:
                    name = next(left, None)
                if name is None:
                    return
                self.get(connection, f"/unsafe/300x300/smart/{name}")

        clients = [threading.Thread(target=ask, args=(connection,)) for connection in self.connections]
        memory, cpu, start = 0, self.cpu_seconds(), time.perf_counter()
        for client in clients:
            client.start()
        while any(client.is_alive() for client in clients):
            memory = max(memory, self.megabytes())
            clients[0].join(timeout=0.1)
        for client in clients:
            client.join()
        wall = time.perf_counter() - start
        return len(names) / wall, (self.cpu_seconds() - cpu) / len(names) * 1e3, memory

    def processes(self):
        """The process and its children."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [Path(f"/proc/{pid}") for pid in [self.process.pid, *children.split()]]

    def cpu_seconds(self):
        fields = [(process / "stat").read_text().rpartition(")")[2].split() for process in self.processes()]
        return sum(int(user) + int(system) for *_, user, system in (each[:13] for each in fields)) / os.sysconf("SC_CLK_TCK")

    def megabytes(self):
        """Memory shared by several processes counts once (PSS)."""
        sizes = [(process / "smaps_rollup").read_text().partition("\nPss:")[2].split()[0] for process in self.processes()]
        return sum(map(int, sizes)) / 1024
