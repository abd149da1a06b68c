"""The DevTools protocol over a pipe: no port or WebSocket, only the standard library."""

import fcntl
import json
import os
import subprocess
import threading
import time


class DevToolsError(Exception):
    pass


class DevTools:
    """A browser process and the connection to it."""

    def __init__(self, command, timeout, log):
        self.timeout = timeout
        self._answers = {}
        self._events = []
        self._last_id = 0
        self._is_open = True
        self._changed = threading.Condition()
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        # Moves the pipes away from descriptors 3 and 4, which the browser reads from and writes to.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
        self.process = subprocess.Popen(
            [*command, "--remote-debugging-pipe"], stdout=log, stderr=log, pass_fds=(3, 4),
            preexec_fn=lambda: (os.dup2(ends[0], 3), os.dup2(ends[1], 4)))
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        threading.Thread(target=self._listen, daemon=True).start()

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its result."""
        with self._changed:
            self._last_id += 1
            number = self._last_id
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        answer = self._wait(lambda: self._answers.pop(number, None), f"the browser did not answer {method}")
        if "error" in answer:
            raise DevToolsError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def events(self, session, *methods):
        """The events received so far."""
        with self._changed:
            return [event["params"] for event in self._events if event.get("sessionId") == session and event["method"] in methods]

    def forget(self, session):
        """Drops the events of a session that has ended."""
        with self._changed:
            self._events = [event for event in self._events if event.get("sessionId") != session]

    def wait_for(self, condition):
        """The first event, also of the browser as a whole, for which the condition is true."""
        return self._wait(lambda: next((event for event in self._events if condition(event)), None), "the awaited event did not come")

    def wait_for_event(self, session, method):
        return self._wait(
            lambda: next((event["params"] for event in self._events
                          if event.get("sessionId") == session and event["method"] == method), None),
            f"the browser did not say {method}")

    def close(self):
        try:
            self.call("Browser.close")
        except (DevToolsError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _wait(self, look, complaint):
        deadline = time.monotonic() + self.timeout
        with self._changed:
            while (found := look()) is None:
                left = deadline - time.monotonic()
                if left <= 0 or not self._is_open:
                    raise DevToolsError(complaint if self._is_open else f"{complaint}: it has ended, see chromium.log")
                self._changed.wait(left)
            return found

    def _listen(self):
        rest = b""
        while part := os.read(self._read, 1 << 16):
            *messages, rest = (rest + part).split(b"\0")
            with self._changed:
                for message in map(json.loads, messages):
                    if "id" in message:
                        self._answers[message["id"]] = message
                    else:
                        self._events.append(message)
                self._changed.notify_all()
        with self._changed:
            self._is_open = False
            self._changed.notify_all()
