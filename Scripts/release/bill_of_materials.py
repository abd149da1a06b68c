"""A bill of materials in the form of CycloneDX 1.6: what is in a program, and what it loads."""

import hashlib
import json
import re
import urllib.parse
import uuid
from pathlib import Path

import debian
import shared_libraries
import swift_packages
from license_texts import is_license, license_files, license_name, spdx_expression


def document(program, version, found, timestamp):
    """The whole document. Its serial number depends on nothing but the content."""
    contents = [linked(component, program) for component in found] + shared_libraries.components(program)
    contents.sort(key=lambda part: part["bom-ref"])
    root = f"{program.name}@{version}"
    application = {"type": "application", "bom-ref": root, "name": program.name, "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    application["hashes"] = hashes(program)
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": timestamp, "component": application},
        "components": contents,
        "dependencies": [{"ref": root, "dependsOn": [part["bom-ref"] for part in contents]}]
        + [{"ref": part["bom-ref"]} for part in contents],
    }
    bill["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True)).urn
    return json.dumps(bill, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def linked(component, program):
    """A component that is in the program."""
    if component.kind == "swift package":
        part = swift_package(component)
    elif component.kind in ("debian", "startup"):
        part = debian.component(component.place)
    elif component.kind == "model":
        part = {"type": "machine-learning-model", "bom-ref": f"model:{component.name}", "name": component.name, "hashes": hashes(component.place)}
    else:
        version = toolchain_version(component, program)
        purl = f"pkg:generic/{component.name.lower()}@{version}"
        part = {"type": "framework" if component.kind == "toolchain" else "library", "bom-ref": purl, "purl": purl, "name": component.name}
        part["version"] = version
    if "licenses" not in part:
        part["licenses"] = named_licenses(component)
    linkage = "static" if component.kind != "model" else "embedded"
    part["properties"] = [{"name": "boundedcrop:linkage", "value": linkage}] + part.get("properties", [])
    part["properties"] += [{"name": "boundedcrop:part", "value": name} for name in component.parts]
    return part


def swift_package(component):
    location, version, revision = swift_packages.versions(component.place)
    address = urllib.parse.urlparse(location)
    purl = f"pkg:swift/{address.netloc}{address.path}@{version}"
    part = {"type": "library", "bom-ref": purl, "purl": purl, "name": component.name, "version": version}
    part["pedigree"] = {"commits": [{"uid": revision}]}
    part["externalReferences"] = [{"type": "vcs", "url": location}]
    if component.vendored:
        part["components"] = [{"type": "library", "bom-ref": f"{purl}#{name}", "name": name} for name in component.vendored]
    return part


def toolchain_version(component, program):
    """The version of a part of the toolchain, read from where it stands."""
    if component.kind == "toolchain":
        return shared_libraries.output([str(component.place / "bin/swiftc"), "--version"], r"Swift version (\S+)")
    names = re.findall(rb"icudt(\d+)", program.read_bytes())
    return names[0].decode() if names else "unknown"


def named_licenses(component):
    """The licenses of a component's license files."""
    if component.kind == "swift package":
        texts = [file.read_text(errors="replace") for file in license_files(component.place, component.sources) if is_license(file)]
    else:
        texts = list(component.texts())
    expressions = [spdx_expression(text) for text in texts]
    if all(expressions):
        return [{"expression": " AND ".join(sorted(set(expressions)))}]
    return [{"license": {"name": name}} for name in sorted({expression or license_name(text) for expression, text in zip(expressions, texts)})]


def hashes(file):
    content = Path(file).read_bytes()
    return [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}, {"alg": "SHA-512", "content": hashlib.sha512(content).hexdigest()}]
