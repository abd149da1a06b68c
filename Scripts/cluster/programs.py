"""Programs that run beside a script, on loopback, and end with it."""

import ctypes
import signal
import socket
import subprocess
import time

PATIENCE_SECONDS = 30


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def end_with_parent(number):
    """PR_SET_PDEATHSIG: whatever ends the script, nothing of it stays."""
    ctypes.CDLL(None).prctl(1, number)


class Program:
    """A running program, whose output goes to a file. If the script dies, it gets a signal: SIGTERM if it has processes of its own to end."""

    def __init__(self, arguments, log, environment=None, last_signal=signal.SIGKILL):
        self.log = log
        self.name = arguments[0]
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment,
                preexec_fn=lambda: end_with_parent(last_signal),
            )

    def wait_until(self, is_ready):
        """Waits until `is_ready()` is true, as long as the program runs."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_ready():
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} ended with {self.process.returncode}:\n{self.log.read_text(errors='replace')[-2000:]}")
            if time.monotonic() > end:
                raise SystemExit(f"{self.name} was not ready after {PATIENCE_SECONDS} s:\n{self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)

    def wait_for_port(self, port):
        self.wait_until(lambda: accepts_connections(port))

    def send(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Asks the program to end, and returns its status."""
        if self.process.poll() is None:
            # It may have been stopped, and would then not hear.
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        try:
            return self.process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise SystemExit(f"{self.name} did not end within {PATIENCE_SECONDS} s after SIGTERM") from None


def accepts_connections(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False
