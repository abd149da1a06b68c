"""Caches that forget what was not used for longest, in services that requests are given to in different ways."""

import math
from collections import OrderedDict
from zlib import crc32

from cache_model.requests import FORMS

WAYS = ["hash on the picture", "hash on the URL", "in turn"]


class Cache:
    def __init__(self, limit):
        self.limit, self.entries = limit, OrderedDict()

    def use(self, key):
        """Whether the key was there. It is now."""
        if key in self.entries:
            self.entries.move_to_end(key)
            return True
        self.entries[key] = None
        if len(self.entries) > self.limit:
            self.entries.popitem(last=False)
        return False


def services_of(requests, way, count):
    """The number of the service for each request."""
    if way == "in turn":
        return [index % count for index in range(len(requests))]
    # A hash gives about the same number of pictures to each service, as nginx's does, but not exactly.
    per = FORMS if way == "hash on the picture" else 1
    places = {}
    return [places.get(key) if (key := request // per) in places else places.setdefault(key, crc32(b"%d" % key) % count) for request in requests]


def simulate(requests, way, count, limits):
    """Of the second half of the requests, after the caches have filled in the first: the shares of kept answers, that had the
    picture fetched, and that had it looked at."""
    answers, originals, finds = ([Cache(limit) for _ in range(count)] for limit in limits)
    hits = fetches = looks = 0
    start = len(requests) // 2
    for index, (request, service) in enumerate(zip(requests, services_of(requests, way, count))):
        if answers[service].use(request):
            hits += index >= start
            continue
        picture = request // FORMS
        fetched, looked = not originals[service].use(picture), not finds[service].use(picture)
        if index >= start:
            fetches += fetched
            looks += looked
    counted = len(requests) - start
    return hits / counted, fetches / counted, looks / counted


def expected_hits(popularities, limit):
    """What a cache of `limit` things answers, by Che's approximation: each thing stays for the same time T after its last use, and T is such
    that the cache is full."""
    if sum(count for count, _ in popularities) <= limit:
        return 1.0

    def held(time):
        return sum(count * -math.expm1(-popularity * time) for count, popularity in popularities)

    low, high = 0.0, 1.0
    while held(high) < limit:
        low, high = high, high * 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if held(middle) < limit else (low, middle)
    return sum(count * popularity * -math.expm1(-popularity * high) for count, popularity in popularities)
