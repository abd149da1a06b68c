"""Which pictures are asked for, and in which sizes: independent requests whose popularity falls with the rank."""

import itertools
import random

# Of pictures: the exponent of Zipf's law. Measured for web pages and pictures: 0.6 to 1.0.
EXPONENT = 0.9
# Sizes and formats of one picture, whose popularities are as 1, 1/2, 1/3 and so on.
FORMS = 8


def form_weights():
    total = sum(1 / rank for rank in range(1, FORMS + 1))
    return [1 / rank / total for rank in range(1, FORMS + 1)]


def sample(pictures, count, seed):
    """The requests, as numbers: picture * FORMS + form."""
    generator = random.Random(seed)
    ranks = itertools.accumulate(rank**-EXPONENT for rank in range(1, pictures + 1))
    chosen = generator.choices(range(pictures), cum_weights=list(ranks), k=count)
    forms = generator.choices(range(FORMS), weights=form_weights(), k=count)
    return [picture * FORMS + form for picture, form in zip(chosen, forms)]


def popularities(pictures, forms):
    """Groups of things that are asked for equally often, as (number of things, popularity of one). Ranks of nearly the same popularity are
    taken together, a hundredth apart, so that a billion pictures are some thousand groups."""
    groups, first = [], 1
    while first <= pictures:
        last = min(pictures, max(first, int(first * 1.01)))
        # The middle of x^-s between the ranks, by its integral.
        mean = first**-EXPONENT if first == last else (
            ((last + 0.5) ** (1 - EXPONENT) - (first - 0.5) ** (1 - EXPONENT)) / (1 - EXPONENT) / (last - first + 1)
        )
        groups.append((last - first + 1, mean))
        first = last + 1
    total = sum(count * mean for count, mean in groups)
    return [(count, mean / total * weight) for count, mean in groups for weight in forms]
