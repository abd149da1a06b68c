"""Croppers that are awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import boundedcrop
from boundedcrop import AsyncCropper


class Upload:
    """A file as FastAPI has it."""

    def __init__(self, content: Any) -> None:
        self.content = content

    async def read(self) -> Any:
        await asyncio.sleep(0)
        return self.content


def test_methods_are_those_of_a_cropper(portrait: Path) -> None:
    async def main() -> None:
        async with AsyncCropper(jobs=2, padding=20) as cropper:
            with boundedcrop.Cropper(padding=20) as other:
                assert await cropper.crop(portrait, 30) == other.crop(portrait, 30)
                assert await cropper.crops(portrait, [30, "20x10"]) == other.crops(portrait, [30, "20x10"])
                assert await cropper.faces(portrait, 30) == other.faces(portrait, 30)
                assert await cropper.plan(portrait, 30) == other.plan(portrait, 30)
                assert await cropper.face_plans(portrait, 30) == other.face_plans(portrait, 30)
                assert await cropper.detect(portrait) == other.detect(portrait)
                request = {"stages": [{"target": {"width": 30, "height": 20}}]}
                assert await cropper.render(portrait, request) == other.render(portrait, request)
                assert await cropper.effects(portrait, "blur(3)") == other.effects(portrait, "blur(3)")
                assert await cropper.redact(portrait, "black", margin=0) == other.redact(portrait, "black", margin=0)
            assert (await cropper.crop(Image.open(portrait), 30)).size == (30, 30)

    asyncio.run(main())


def test_many_at_once_share_one_process(portrait: Path) -> None:
    async def main() -> None:
        async with AsyncCropper(jobs=2) as cropper:
            plans = await asyncio.gather(*(cropper.plan(portrait, (width, 100)) for width in range(10, 70)))
            assert [plan.aspect for plan in plans] == [(await cropper.plan(portrait, (width, 100))).aspect for width in range(10, 70)]

    asyncio.run(main())


def test_files_whose_read_is_awaited(portrait: Path) -> None:
    async def main() -> None:
        async with AsyncCropper() as cropper:
            assert await cropper.crop(Upload(portrait.read_bytes()), 30) == await cropper.crop(portrait, 30)
            with pytest.raises(boundedcrop.Error, match="emptyFile"):
                await cropper.crop(Upload(b""), 30)
            # Not a path.
            with pytest.raises(TypeError, match="gave str, not bytes"):
                await cropper.crop(Upload(str(portrait)), 30)

    asyncio.run(main())


def test_errors_are_raised_where_they_are_awaited(portrait: Path) -> None:
    async def main() -> None:
        async with AsyncCropper() as cropper:
            with pytest.raises(TypeError, match="no option 'schema'"):
                await cropper.crop(portrait, 30, schema="all")  # type: ignore[call-overload]
            broken, crop = await asyncio.gather(cropper.crop(b"broken", 30), cropper.crop(portrait, 30), return_exceptions=True)
            assert isinstance(broken, boundedcrop.Error) and isinstance(crop, bytes)
        with pytest.raises(boundedcrop.Error, match="closed"):
            await cropper.crop(portrait, 30)

    asyncio.run(main())


def test_a_call_that_is_cancelled_leaves_the_worker_usable(portrait: Path) -> None:
    async def main() -> None:
        async with AsyncCropper(jobs=1) as cropper:
            crop = await cropper.crop(portrait, 30)
            process = cropper._cropper._worker.pid
            calls = [asyncio.ensure_future(cropper.crop(portrait, 30)) for _ in range(30)]
            await calls[0]
            for call in calls[1::2]:
                call.cancel()
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert results[2::2] == [crop] * 14
            assert all(isinstance(result, asyncio.CancelledError) or result == crop for result in results[1::2])
            assert isinstance(results[-1], asyncio.CancelledError)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(cropper.crop(portrait, 30), 0)
            assert await cropper.crop(portrait, 30) == crop and cropper._cropper._worker.pid == process

    asyncio.run(main())


def test_many_in_order_from_an_asynchronous_iterator(portrait: Path) -> None:
    async def photos() -> AsyncIterator[Any]:
        for photo in (portrait, b"broken", Upload(portrait.read_bytes()), Upload("text")):
            yield photo

    async def main() -> None:
        async with AsyncCropper(jobs=2) as cropper:
            crop = await cropper.crop(portrait, 30)
            first, broken, second, text = [crop async for crop in cropper.crop_many(photos(), 30)]
            assert first == second == crop
            assert isinstance(broken, boundedcrop.Error) and isinstance(text, TypeError)
            assert [made async for made in cropper.crop_many([portrait] * 3, 30, errors="raise")] == [crop] * 3
            with pytest.raises(boundedcrop.Error, match="unsupportedFormat"):
                async for _ in cropper.crop_many([portrait, b"broken", b"broken", portrait], 30, errors="raise"):
                    pass
            with pytest.raises(TypeError, match="photos are several"):
                cropper.crop_many("photo.jpg", 30)
            async for _ in cropper.crop_many([portrait] * 20, 30):
                break
            assert await cropper.crop(portrait, 30) == crop

    asyncio.run(main())


def test_what_waits_when_it_is_closed_is_finished(portrait: Path) -> None:
    async def main() -> None:
        cropper = AsyncCropper(jobs=1)
        crop = await cropper.crop(portrait, 30)
        calls = [asyncio.ensure_future(cropper.crop(portrait, 30)) for _ in range(10)]
        await asyncio.sleep(0)
        await cropper.close()
        assert await asyncio.gather(*calls) == [crop] * 10

    asyncio.run(main())


def test_it_can_be_used_by_one_event_loop_after_another(portrait: Path) -> None:
    cropper = AsyncCropper(jobs=1)
    assert asyncio.run(cropper.crop(portrait, 30)) == asyncio.run(cropper.crop(portrait, 30))
    asyncio.run(cropper.close())
    asyncio.run(cropper.close())


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own(portrait: Path) -> None:
    cropper = AsyncCropper(jobs=1)
    crop = asyncio.run(cropper.crop(portrait, 30))
    child = os.fork()
    if child == 0:
        try:
            same = asyncio.run(cropper.crop(portrait, 30)) == crop
            asyncio.run(cropper.close())
            os._exit(0 if same else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    asyncio.run(cropper.close())
