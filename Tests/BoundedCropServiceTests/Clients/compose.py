"""Composes and signs URLs with libthumbor, for LibthumborTests.swift: options as JSON lines in, paths out."""

import json
import sys

from libthumbor import CryptoURL

crypto = CryptoURL(key=sys.argv[1])
for line in sys.stdin:
    print(crypto.generate(**json.loads(line)))
