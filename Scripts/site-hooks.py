"""Makes the documents of the repository a site with mkdocs: see mkdocs.yml.

README.md becomes the first page, and some other documents of the root become pages, too. Headings get the anchors that GitHub gives them.
Links to files that are no pages lead to the commit in the repository whose address is SITE_REPOSITORY; without it, they are only text.
"""

import functools
import os
import posixpath
import subprocess
from pathlib import Path

from markdown import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
ROOT_PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
SOURCES = {page: source for source, page in ROOT_PAGES.items()}


class RepositoryLinks(Extension, Treeprocessor):
    """Changes links within the repository to links within the site."""

    page = "index.md"

    def extendMarkdown(self, md):
        # Before mkdocs, which replaces the names of files by those of pages.
        md.treeprocessors.register(self, "repository-links", 1)

    def run(self, root):
        for element in root.iter():
            attribute = {"a": "href", "img": "src"}.get(element.tag)
            link = element.get(attribute) if attribute else None
            if link is None or ":" in link or link.startswith("#"):
                continue
            target = self.target(*link.partition("#"))
            if target is not None:
                element.set(attribute, target)
            else:
                element.tag = "span"
                del element.attrib["href"]

    def target(self, path, sign, anchor):
        source = SOURCES.get(self.page, f"docs/{self.page}")
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if linked in ROOT_PAGES or linked.startswith("docs/"):
            page = ROOT_PAGES.get(linked) or linked.removeprefix("docs/")
            return posixpath.relpath(page, posixpath.dirname(self.page) or ".") + sign + anchor
        if "SITE_REPOSITORY" not in os.environ:
            return None
        kind = "tree" if (ROOT / linked).is_dir() else "blob"
        return f"{os.environ['SITE_REPOSITORY']}/{kind}/{commit()}/{linked}{sign}{anchor}"


@functools.cache
def commit():
    return subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


links = RepositoryLinks()


def anchor(heading, separator):
    kept = [character for character in heading.strip().lower() if character.isalnum() or character in "-_ "]
    return "".join(kept).replace(" ", separator)


def on_config(config):
    config.mdx_configs["toc"]["slugify"] = anchor
    config.markdown_extensions.append(links)


def on_files(files, config):
    for source, page in ROOT_PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text()))


def on_page_markdown(markdown, page, **_):
    links.page = page.file.src_uri
