"""A FastAPI app that answers an upload with a crop.

    uvicorn fastapi_app:app
    curl -F photo=@photo.jpg 'http://127.0.0.1:8000/crop?size=story' -o story.webp
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import boundedcrop
from fastapi import FastAPI, HTTPException, Request, Response, UploadFile
from fastapi.responses import JSONResponse


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with boundedcrop.AsyncCropper() as cropper:
        app.state.cropper = cropper
        yield


app = FastAPI(lifespan=lifespan)


@app.post("/crop")
async def crop(request: Request, photo: UploadFile, size: str = "300x300") -> Response:
    try:
        webp = await request.app.state.cropper.crop(photo, size=size, format="webp")
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
    return Response(webp, media_type="image/webp")


@app.exception_handler(boundedcrop.Error)
async def unusable(request: Request, error: boundedcrop.Error) -> JSONResponse:
    return JSONResponse({"code": error.code, "message": error.message}, 422)
