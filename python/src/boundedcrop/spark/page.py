"""Rows on their way back to Spark, in Arrow batches of a bounded size."""

from __future__ import annotations

from typing import Any, Sequence

import pyarrow

# Either fills a batch.
MOST_ROWS = 1000
MOST_BYTES = 16_000_000


class Page:
    """Collects the rows of one batch."""

    def __init__(self, added: pyarrow.Schema) -> None:
        self._added = added
        self._names: list[str] = []
        self._clear()

    def add(self, batch: pyarrow.RecordBatch, index: int, carried: Sequence[int], rows: Sequence[dict[str, Any]]) -> None:
        """Adds rows with the same values of the batch's columns. The batch itself, which may hold photos, is not kept."""
        copies = pyarrow.array([index] * len(rows))
        parts = [batch.column(column).take(copies) for column in carried]
        self._names = [batch.schema.names[column] for column in carried]
        self._parts.append(parts)
        self._rows += rows
        self._byte_count += sum(part.nbytes for part in parts) + sum(len(row.get("image") or b"") for row in rows)

    @property
    def is_full(self) -> bool:
        return len(self._rows) >= MOST_ROWS or self._byte_count >= MOST_BYTES

    @property
    def is_empty(self) -> bool:
        return not self._rows

    def take(self) -> pyarrow.RecordBatch:
        """The batch of what was added; the page is empty then."""
        carried = [pyarrow.concat_arrays(parts) for parts in zip(*self._parts)]
        added = pyarrow.array(self._rows, pyarrow.struct(list(self._added))).flatten()
        batch = pyarrow.RecordBatch.from_arrays(carried + added, names=self._names + self._added.names)
        self._clear()
        return batch

    def _clear(self) -> None:
        self._parts: list[list[pyarrow.Array]] = []
        self._rows: list[dict[str, Any]] = []
        self._byte_count = 0
