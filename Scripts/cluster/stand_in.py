"""A service that answers what a test wants, and remembers what it was asked."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StandIn:
    def __init__(self):
        # A status, or "break" to close the connection without an answer.
        self.answer = 200
        self.requests = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                service.requests.append((self.command, self.path))
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if service.answer == "break":
                    self.close_connection = True
                    return
                body = str(service.answer).encode()
                self.send_response(service.answer)
                age = 0 if "max_age(0)" in self.path else 86400
                self.send_header("Cache-Control", f"public, max-age={age}" if service.answer == 200 else "no-store")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *arguments):
                """Nothing: the test says what was wrong."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, request, address):
                """Nothing: nginx leaves without a word when it is told of other services."""

        server = Server(("127.0.0.1", 0), Handler)
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
