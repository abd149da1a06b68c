"""nginx with the configuration of deploy/nginx/cluster, in a scratch folder and on a free port."""

import os
import re
import shutil
import signal
from pathlib import Path

from cluster.programs import Program, free_port

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "nginx" / "cluster"
# Of one answer: the names of the request, and what each service that was asked did with it.
LOG_FORMAT = "'$request_name|$status|$upstream_addr|$upstream_status|$upstream_connect_time|$upstream_cache_status'"


def start_nginx(folder, configuration, options="daemon off;"):
    arguments = ["nginx", "-p", folder, "-c", configuration, "-e", folder / "error.log", "-g", options]
    return Program(arguments, folder / "output.log", last_signal=signal.SIGTERM)


class Proxy:
    def __init__(self, folder, ports):
        self.folder = folder
        self.port = free_port()
        shutil.copytree(CONFIGURATION, folder)
        for name in ["cache", "temporary"]:
            (folder / name).mkdir()
        self.write_services(ports)
        main = folder / "nginx.conf"
        main.write_text(self.adapted(main.read_text()))
        self.access_log = folder / "access.log"
        # Not a daemon, so that it ends with the script. Started by root, its processes would have a user who may not open the folder.
        options = f"daemon off; pid {folder}/nginx.pid;" + (" user root;" if os.geteuid() == 0 else "")
        self.program = start_nginx(folder, main, options)
        self.program.wait_for_port(self.port)

    def adapted(self, text):
        """Other files and another port, in place of those of a machine of its own. All else stays."""
        replacements = {
            r"worker_processes auto;": "worker_processes 2;",
            r"log_format line .*;": f"log_format line {LOG_FORMAT};",
            r"access_log \S+ line;": f"access_log {self.folder}/access.log line;\n" + self.temporary_paths(),
            r"/var/cache/nginx-answers": f"{self.folder}/cache",
            r"listen 8080;": f"listen 127.0.0.1:{self.port};",
        }
        for pattern, replacement in replacements.items():
            text, count = re.subn(pattern, replacement, text)
            if count == 0:
                raise SystemExit(f"{CONFIGURATION}/nginx.conf has no “{pattern}” to adapt")
        return text

    def temporary_paths(self):
        names = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        return "".join(f"{name}_temp_path {self.folder}/temporary/{name};\n" for name in names)

    def write_services(self, ports):
        """With the parameters of the first server in the committed list."""
        parameters = re.search(r"(?m)^server \S+ (.*;)$", (CONFIGURATION / "services.conf").read_text()).group(1)
        (self.folder / "services.conf").write_text("".join(f"server 127.0.0.1:{port} {parameters}\n" for port in ports))

    def use(self, ports):
        """Another list of services. Requests in progress keep theirs, in processes that end after the last of them."""
        before = self.workers()
        self.write_services(ports)
        self.program.send(signal.SIGHUP)
        self.program.wait_until(lambda: len(self.workers() - before) > 1)

    def workers(self):
        number = self.program.process.pid
        return set(Path(f"/proc/{number}/task/{number}/children").read_text().split())

    def attempts(self):
        """By the name of a request: its status, and a list of (port, status, whether it was connected) of the services that were asked."""
        answers = {}
        for line in self.access_log.read_text().splitlines():
            name, status, addresses, statuses, connects, _ = line.split("|")
            # Commas separate services of one upstream, colons those of the next one.
            split = [re.split(r", | : ", part) for part in (addresses, statuses, connects)]
            asked = [
                (int(address.rpartition(":")[2]), answer, connected != "-")
                for address, answer, connected in zip(*split, strict=True) if address.startswith("127.")
            ]
            answers[name] = (int(status), asked)
        return answers

