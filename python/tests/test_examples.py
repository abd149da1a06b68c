"""The programs in Examples/python, with the real libraries; those that are not installed are skipped."""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

import boundedcrop

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples" / "python"
# Other people's libraries warn of one another's changes.
pytestmark = pytest.mark.filterwarnings("ignore")


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def size_of(file: bytes) -> tuple[str | None, tuple[int, int]]:
    image = Image.open(io.BytesIO(file))
    return image.format, image.size


def run(program: str, *arguments: object) -> str:
    """What a program prints that has a process, and so settings of Django, of its own."""
    done = subprocess.run([sys.executable, "-c", program, *map(str, arguments)], cwd=EXAMPLES, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_examples_are_here() -> None:
    text = Path(__file__).read_text()
    assert [path.stem for path in EXAMPLES.glob("*.py") if path.stem not in text] == []


DJANGO = """
import sys, io
import django
from django.conf import settings
settings.configure(MEDIA_ROOT=sys.argv[2], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.db import connection, models
from django_field import FaceImageField
import boundedcrop

class Member(models.Model):
    portrait = FaceImageField(upload_to="portraits", size=(40, 50), blank=True)
    class Meta:
        app_label = "club"

with connection.schema_editor() as editor:
    editor.create_model(Member)
data = open(sys.argv[1], "rb").read()
member = Member.objects.create(portrait=SimpleUploadedFile("me.png", data))
print(member.portrait.name, (member.portrait.width, member.portrait.height), open(member.portrait.path, "rb").read(4))
member.save()
print(Member.objects.get().portrait.name == member.portrait.name)
large = TemporaryUploadedFile("large.png", "image/png", len(data), None)
large.write(data)
print(Member.objects.create(portrait=large).portrait.width, Member.objects.create().portrait.name == "")
print(boundedcrop.crop(Member.objects.first().portrait, 9)[:4])
try:
    Member.objects.create(portrait=SimpleUploadedFile("me.png", b"broken"))
except boundedcrop.Error as error:
    print(error.code)
print(Member._meta.get_field("portrait").clone().size)
"""


def test_django_field(portrait: Path, tmp_path: Path) -> None:
    pytest.importorskip("django")
    lines = ["portraits/me.webp (40, 50) b'RIFF'", "True", "40 True", "b'RIFF'", "unsupportedFormat", "(40, 50)"]
    assert run(DJANGO, portrait, tmp_path).splitlines() == lines


WAGTAIL = """
import sys
import django
from django.conf import settings
settings.configure(
    MEDIA_ROOT=sys.argv[3], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=[
        "wagtail.images", "wagtail.admin", "wagtail.users", "wagtail", "taggit", "modelcluster", "treebeard", "django.contrib.admin",
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
    ],
    SECRET_KEY="-", STATIC_URL="/static/", DEFAULT_AUTO_FIELD="django.db.models.AutoField", ROOT_URLCONF="wagtail.admin.urls", USE_TZ=True,
    WAGTAIL_SITE_NAME="-", WAGTAILADMIN_BASE_URL="http://127.0.0.1",
)
django.setup()
import wagtail_hooks
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from wagtail.images import get_image_model
call_command("migrate", verbosity=0)

def made(path, **members):
    image = get_image_model().objects.create(title="a", file=SimpleUploadedFile("a.png", open(path, "rb").read()), **members)
    return get_image_model().objects.get(pk=image.pk)

image = made(sys.argv[1])
print(image.get_focal_point())
print(image.get_rendition("fill-60x60").width)
print(made(sys.argv[2]).has_focal_point())
print(made(sys.argv[1], focal_point_x=1, focal_point_y=2, focal_point_width=3, focal_point_height=4).focal_point_x)
"""


def test_wagtail_hooks(portrait: Path, empty: Path, tmp_path: Path) -> None:
    pytest.importorskip("wagtail")
    focal, width, faceless, given = run(WAGTAIL, portrait, empty, tmp_path).splitlines()
    bounds = boundedcrop.plan(portrait).bounds
    assert bounds is not None and (width, faceless, given) == ("60", "False", "1")
    left, top, right, bottom = (float(side.split(": ")[-1]) for side in focal.rstrip(")").replace("Rect(", "").split(", "))
    assert abs(left - bounds.x) <= 1 and abs(top - bounds.y) <= 1 and abs(right - bounds.x - bounds.width) <= 1
    assert abs(bottom - bounds.y - bounds.height) <= 1


def test_flask_app(portrait: Path) -> None:
    pytest.importorskip("flask")
    client = example("flask_app").app.test_client()
    answer = client.post("/avatar", data={"photo": (io.BytesIO(portrait.read_bytes()), "a.png")})
    assert (answer.status_code, answer.mimetype, size_of(answer.data)) == (200, "image/webp", ("WEBP", (96, 96)))
    plan = client.post("/plan", data={"photo": (io.BytesIO(portrait.read_bytes()), "a.png"), "size": "60x40"})
    assert plan.json == boundedcrop.plan(portrait.read_bytes(), "60x40")
    broken = client.post("/avatar", data={"photo": (io.BytesIO(b"broken"), "a.png")})
    assert (broken.status_code, broken.json["code"]) == (422, "unsupportedFormat")
    assert client.post("/avatar").status_code == 400


def test_fastapi_app(portrait: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("python_multipart")
    pytest.importorskip("httpx")
    from fastapi.testclient import TestClient

    with TestClient(example("fastapi_app").app) as client:
        answer = client.post("/crop", params={"size": "favicon"}, files={"photo": portrait.read_bytes()})
        assert (answer.status_code, size_of(answer.content)) == (200, ("WEBP", (48, 48)))
        broken = client.post("/crop", files={"photo": b"broken"})
        assert (broken.status_code, broken.json()["code"]) == (422, "unsupportedFormat")
        wrong = client.post("/crop", params={"size": "huge"}, files={"photo": portrait.read_bytes()})
        assert wrong.status_code == 422 and "a size is" in wrong.json()["detail"]


def test_pillow_numpy(portrait: Path, turned: Path, empty: Path) -> None:
    module = example("pillow_numpy")
    marked = module.marked(Image.open(turned))
    assert marked.size == (320, 400) and (255, 0, 0) in {color for _, color in marked.getcolors(200_000)}
    batch = module.faces_for_a_network(Image.open(portrait))
    assert (batch.shape, str(batch.dtype)) == ((1, 3, 112, 112), "float32") and -1 <= batch.min() < batch.max() <= 1
    assert module.faces_for_a_network(Image.open(empty)).shape == (0, 3, 112, 112)


def test_pandas_faces(portrait: Path, empty: Path) -> None:
    pytest.importorskip("pandas")
    module = example("pandas_faces")
    command = ["boundedcrop", "detect", portrait, empty, "/nowhere.jpg", "--json"]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == 3
    table = module.faces(lines)
    assert list(table["photo.file"]) == [str(portrait)] and 0 < table["share"][0] < 1 and table["kind"][0] == "face"
    assert len(module.faces(lines[1:])) == 0
