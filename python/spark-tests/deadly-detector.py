#!/usr/bin/env python3
"""Ends the worker that asks it about a picture of 300×200."""

import json
import os
import signal
import sys

for line in sys.stdin:
    told = json.loads(line)
    if (told["width"], told["height"]) == (300, 200):
        os.kill(os.getppid(), signal.SIGKILL)
    print(json.dumps({"number": told["number"], "features": []}), flush=True)
