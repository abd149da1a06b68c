#!/usr/bin/env python3
"""Makes every derived file under Fixtures/ from the committed photos.

    python3 Fixtures/make-fixtures.py           rebuild the derived folders and manifest.json
    python3 Fixtures/make-fixtures.py --check   rebuild them in a temporary folder and compare

The committed files were made with, and the same bytes come out again with:
    Python 3.11; PyPI: pillow 13.0.0; Debian 12: libturbojpeg0 (2.1.5), zlib1g (1.2.13), libtiff-tools (4.5.0),
    libheif-examples (1.15.1, with libx265-199 3.5 and libde265-0 1.0.11), libavif-bin (0.11.1, with libaom3 3.6.0
    and libdav1d6 1.0.0), libjxl-tools (0.7.0), libopenjp2-tools (2.5.0)
Other versions make equally good files whose compressed bytes may differ.
Nothing is read but photos/ and make_fixtures/, and the network is not used.
"""

import argparse
import filecmp
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from make_fixtures import (  # noqa: E402  (after the line that keeps __pycache__ away)
    animations,
    avif_forms,
    bmp_forms,
    broken,
    catalogue,
    colour,
    composites,
    edges,
    formats,
    gif_forms,
    heic_forms,
    jp2_forms,
    jxl_forms,
    metadata,
    more_formats,
    orientations,
    png_forms,
    tiff_forms,
    webp_forms,
)

FORMS = (png_forms, webp_forms, gif_forms, bmp_forms, tiff_forms, heic_forms, avif_forms, jxl_forms, jp2_forms)
MAKERS = (orientations, formats, more_formats, *FORMS, colour, metadata, composites, animations, edges, broken)


def build(folder: Path) -> None:
    """Writes all the derived folders and the manifest into `folder`, old ones removed first."""
    fixtures = catalogue.Catalogue(folder)
    fixtures.remove_derived_folders()
    fixtures.add_photos()
    for maker in MAKERS:
        maker.make(fixtures)
    fixtures.write_manifest()


def differences(built: Path, committed: Path) -> list[str]:
    """Names of the files that are missing on one side or differ in their bytes."""
    names = set()
    for root in (built, committed):
        for folder in catalogue.DERIVED_FOLDERS:
            names |= {str(path.relative_to(root)) for path in (root / folder).rglob("*") if path.is_file()}
    names.add("manifest.json")

    def same(name: str) -> bool:
        pair = built / name, committed / name
        return all(path.is_file() for path in pair) and filecmp.cmp(*pair, shallow=False)

    return sorted(name for name in names if not same(name))


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the derived test files from the photos.")
    parser.add_argument("--check", action="store_true", help="compare a fresh build with the files that are there")
    if not parser.parse_args().check:
        build(catalogue.FIXTURES)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        build(Path(scratch))
        changed = differences(Path(scratch), catalogue.FIXTURES)
    for name in changed:
        print("differs:", name)
    print(f"{len(changed)} files differ")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
