"""The servers that services share: Redis, and an S3 server with a bucket."""

import urllib.request

from cluster.programs import Program, free_port

BUCKET = "cluster"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Redis:
    """Holds its entries in memory only, like a cache: stopped and started again, it is empty."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.start()

    def start(self):
        arguments = ["--bind", "127.0.0.1", "--port", self.port, "--dir", self.folder, "--save", "", "--appendonly", "no"]
        self.program = Program(["redis-server", *arguments], self.folder / "redis.log")
        self.program.wait_for_port(self.port)

    def url(self, prefix):
        return f"redis://127.0.0.1:{self.port}/0?prefix={prefix}"


class ObjectServer:
    """moto_server, with one bucket."""

    def __init__(self, command, folder):
        self.port = free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"
        # For its clients. It asks for no credentials, but they need some to sign with.
        self.environment = {
            "AWS_ACCESS_KEY_ID": "cluster", "AWS_SECRET_ACCESS_KEY": "cluster", "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL_S3": self.endpoint, "BOUNDEDCROP_S3_PATH_STYLE": "true",
        }
        self.program = Program([command, "-H", "127.0.0.1", "-p", self.port], folder / "s3.log")
        self.program.wait_for_port(self.port)
        self.put("")

    def put(self, key, content=b""):
        headers = {
            # moto reads no signature, but takes the region from where one would be.
            "Authorization": "AWS4-HMAC-SHA256 Credential=cluster/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0",
            # Otherwise it would be a form.
            "Content-Type": "image/jpeg",
        }
        DIRECT.open(urllib.request.Request(f"{self.endpoint}/{BUCKET}/{key}", content, headers, method="PUT"), timeout=30).close()
