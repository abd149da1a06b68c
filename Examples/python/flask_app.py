"""A Flask app that answers an upload with an avatar.

    flask --app flask_app run
    curl -F photo=@photo.jpg http://127.0.0.1:5000/avatar -o avatar.webp
"""

from __future__ import annotations

import boundedcrop
from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 20_000_000


@app.post("/avatar")
def avatar() -> ResponseReturnValue:
    crop = boundedcrop.crop(request.files["photo"], size=96, scheme="largest", format="webp")
    return Response(crop, mimetype="image/webp")


@app.post("/plan")
def plan() -> ResponseReturnValue:
    return jsonify(boundedcrop.plan(request.files["photo"], size=request.form.get("size", "300x300")))


@app.errorhandler(boundedcrop.Error)
def unusable(error: boundedcrop.Error) -> ResponseReturnValue:
    return {"code": error.code, "message": error.message}, 422
