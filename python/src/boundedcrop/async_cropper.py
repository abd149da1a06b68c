"""The same for programs with an event loop."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Literal, Mapping, Sequence, TypeVar, Union,
    overload,
)

from .batches import is_full, threads_for
from .cropper import Cropper
from .errors import Error
from .options import Options
from .records import Detection, Plan
from .shapes import Size

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .cropper import CropKeywords, CropsKeywords, FileKeywords, Pixels, PlanKeywords, RedactKeywords
    from .options import Color
    from .pictures import AsyncReadable, File, Kind, Photo

    AsyncFile = Union[File, AsyncReadable]
    AsyncPhoto = Union[Photo, AsyncReadable]

Self = TypeVar("Self", bound="AsyncCropper")
Item = TypeVar("Item")


class AsyncCropper:
    """A `Cropper` whose methods are awaited; the event loop goes on meanwhile.

        async with boundedcrop.AsyncCropper(scheme="largest") as cropper:
            avatar = await cropper.crop(upload, size=96)

    Photos may also be files whose ``read`` is awaited, such as FastAPI's uploads. As many photos are worked on as the worker has ``jobs``,
    and the others wait. A call that is cancelled gives up its place if it waits; otherwise its photo is finished, and dropped.
    """

    def __init__(
        self, *, jobs: int | None = None, corrections: str | os.PathLike[str] | None = None, **options: Unpack[Options]
    ) -> None:
        self._cropper = Cropper(jobs=jobs, corrections=corrections, **options)
        self._jobs = jobs
        self._threads: tuple[int, ThreadPoolExecutor] | None = None
        self._is_closed = False

    @overload
    async def crop(self, photo: AsyncFile, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> bytes: ...
    @overload
    async def crop(self, photo: Pixels, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> Pixels: ...
    @overload
    async def crop(self, photo: AsyncPhoto, size: Size | None = ..., *, output: Kind, **options: Unpack[CropKeywords]) -> Any: ...
    async def crop(self, photo: AsyncPhoto, size: Size | None = None, **options: Any) -> Any:
        """See `Cropper.crop`."""
        return await self._run(self._cropper.crop, photo, size, **options)

    @overload
    async def crops(
        self, photo: AsyncFile, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[CropsKeywords]
    ) -> list[bytes]: ...
    @overload
    async def crops(
        self, photo: Pixels, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[CropsKeywords]
    ) -> list[Pixels]: ...
    @overload
    async def crops(self, photo: AsyncPhoto, sizes: Sequence[Size], *, output: Kind, **options: Unpack[CropsKeywords]) -> list[Any]: ...
    async def crops(self, photo: AsyncPhoto, sizes: Sequence[Size], **options: Any) -> Any:
        """See `Cropper.crops`."""
        return await self._run(self._cropper.crops, photo, sizes, **options)

    def crop_many(
        self, photos: Iterable[AsyncPhoto] | AsyncIterable[AsyncPhoto], size: Size | None = None, *,
        errors: Literal["return", "raise"] = "return", output: Kind | None = None, **options: Unpack[CropKeywords],
    ) -> AsyncIterator[Any]:
        """See `Cropper.crop_many`: for ``async for``. The photos may come from an asynchronous iterator."""
        make = self._cropper._maker(photos, errors, size, output=output, **options)
        return _in_order(partial(self._run, make), photos, self._jobs, errors == "return")

    @overload
    async def faces(
        self, photo: AsyncFile, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]
    ) -> list[bytes]: ...
    @overload
    async def faces(
        self, photo: Pixels, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]
    ) -> list[Pixels]: ...
    @overload
    async def faces(self, photo: AsyncPhoto, size: Size | None = ..., *, output: Kind, **options: Unpack[CropKeywords]) -> list[Any]: ...
    async def faces(self, photo: AsyncPhoto, size: Size | None = None, **options: Any) -> Any:
        """See `Cropper.faces`."""
        return await self._run(self._cropper.faces, photo, size, **options)

    @overload
    async def effects(
        self, photo: AsyncFile, effects: str | Sequence[str], *, output: None = ..., **options: Unpack[FileKeywords]
    ) -> bytes: ...
    @overload
    async def effects(
        self, photo: Pixels, effects: str | Sequence[str], *, output: None = ..., **options: Unpack[FileKeywords]
    ) -> Pixels: ...
    @overload
    async def effects(
        self, photo: AsyncPhoto, effects: str | Sequence[str], *, output: Kind, **options: Unpack[FileKeywords]
    ) -> Any: ...
    async def effects(self, photo: AsyncPhoto, effects: str | Sequence[str], **options: Any) -> Any:
        """See `Cropper.effects`."""
        return await self._run(self._cropper.effects, photo, effects, **options)

    @overload
    async def redact(
        self, photo: AsyncFile, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: None = ...,
        **options: Unpack[RedactKeywords],
    ) -> bytes: ...
    @overload
    async def redact(
        self, photo: Pixels, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: None = ...,
        **options: Unpack[RedactKeywords],
    ) -> Pixels: ...
    @overload
    async def redact(
        self, photo: AsyncPhoto, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: Kind,
        **options: Unpack[RedactKeywords],
    ) -> Any: ...
    async def redact(self, photo: AsyncPhoto, method: Color = "blur", **options: Any) -> Any:
        """See `Cropper.redact`."""
        return await self._run(self._cropper.redact, photo, method, **options)

    async def render(self, photo: AsyncPhoto, request: Mapping[str, Any]) -> bytes:
        """See `Cropper.render`."""
        made: bytes = await self._run(self._cropper.render, photo, request)
        return made

    async def face_plans(self, photo: AsyncPhoto, size: Size | None = None, **options: Unpack[PlanKeywords]) -> list[Plan]:
        """See `Cropper.face_plans`."""
        plans: list[Plan] = await self._run(self._cropper.face_plans, photo, size, **options)
        return plans

    async def plan(self, photo: AsyncPhoto, size: Size | None = None, **options: Unpack[PlanKeywords]) -> Plan:
        """See `Cropper.plan`."""
        plan: Plan = await self._run(self._cropper.plan, photo, size, **options)
        return plan

    async def detect(self, photo: AsyncPhoto, **options: Unpack[Options]) -> Detection:
        """See `Cropper.detect`."""
        detection: Detection = await self._run(self._cropper.detect, photo, **options)
        return detection

    async def close(self) -> None:
        """Ends the process, after the photos that it has. The cropper cannot be used afterwards."""
        await asyncio.to_thread(self._close)

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(self, method: Callable[..., Any], photo: Any, *arguments: Any, **options: Any) -> Any:
        call = partial(method, await _loaded(photo), *arguments, **options)
        return await asyncio.get_running_loop().run_in_executor(self._pool(), call)

    def _pool(self) -> ThreadPoolExecutor:
        if self._is_closed:
            raise Error("closed", "this cropper was closed")
        # The threads of a parent are not in its forked child.
        if self._threads is None or self._threads[0] != os.getpid():
            self._threads = os.getpid(), ThreadPoolExecutor(threads_for(self._jobs), "boundedcrop-async")
        return self._threads[1]

    def _close(self) -> None:
        self._is_closed = True
        if self._threads and self._threads[0] == os.getpid():
            self._threads[1].shutdown()
        self._cropper.close()


async def _loaded(photo: Any) -> Any:
    """The content of a file whose `read` is awaited; other photos as they are."""
    if not inspect.iscoroutinefunction(getattr(photo, "read", None)):
        return photo
    content = await photo.read()
    if not isinstance(content, (bytes, bytearray, memoryview)):
        # A text would be taken for a path.
        raise TypeError(f"the read of {type(photo).__name__} gave {type(content).__name__}, not bytes: open it in binary mode")
    return content


async def _in_order(
    make: Callable[[Item], Awaitable[Any]], items: Iterable[Item] | AsyncIterable[Item], jobs: int | None, returns_errors: bool
) -> AsyncIterator[Any]:
    """What `in_order` gives, in an event loop."""

    async def made(item: Item) -> Any:
        try:
            return await make(item)
        except Exception as error:
            if returns_errors:
                return error
            raise

    pending: deque[asyncio.Future[Any]] = deque()
    try:
        async for item in _iterated(items):
            pending.append(asyncio.ensure_future(made(item)))
            while pending and (is_full(pending, jobs) or pending[0].done()):
                yield await pending.popleft()
        while pending:
            yield await pending.popleft()
    finally:
        for future in pending:
            future.cancel()
        await asyncio.gather(*pending, return_exceptions=True)


async def _iterated(items: Iterable[Item] | AsyncIterable[Item]) -> AsyncIterator[Item]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
