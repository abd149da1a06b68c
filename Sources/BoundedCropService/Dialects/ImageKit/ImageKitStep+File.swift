internal import BoundedCrop

extension ImageKitStep {
    private static let formats = ["jpg": "jpeg", "jpeg": "jpeg", "png": "png", "webp": "webp", "avif": "avif", "gif": "gif"]

    /// `q-`, `f-`, `orig-`, `pr-`, `lo-`, `cp-`, `md-` and `pg-`. Throws `invalidURL`.
    mutating func addFile(to step: inout TransformationStep) throws {
        if let quality = self["q"] { step.addFile("quality", String(try quality.integer(in: 1...100))) }
        if let format = self["f"], format.value != "auto" {
            if let name = Self.formats[format.value] { step.addFile("format", name) } else { ignored.append(format.text) }
        }
        if try flag("orig") == true { step.addFile("raw") }
        for name in ["pr", "lo"] where try flag(name) == true { ignored.append("\(name)-true") }
        for (name, filter) in [("cp", "strip_icc"), ("md", "strip_exif")] {
            guard let isKept = try flag(name) else { continue }
            // What is kept is a setting of the service.
            if isKept { ignored.append("\(name)-true") } else { step.addFile(filter) }
        }
        if let page = self["pg"] {
            if page.value == "1" { step.addFile("still") } else { ignored.append(page.text) }
        }
    }

    private func flag(_ name: String) throws -> Bool? {
        guard let parameter = self[name] else { return nil }
        switch parameter.value {
        case "true": return true
        case "false": return false
        default: throw parameter.failure("true or false")
        }
    }
}
