internal import BoundedCrop

/// XMP files beside pictures, in which photo managers keep the faces of pictures that they do not change.
enum Sidecar {
    /// Enough for the masks of raw converters.
    private static let limits: ImageLimits = {
        var limits = ImageLimits()
        limits.maximumBytes = 16_000_000
        return limits
    }()

    /// The files that may describe a picture, the surest first: `photo.jpg.xmp`, then `photo.xmp`, which may also be that of a RAW photo.
    private static func paths(of picture: String) -> [String] {
        let name = picture.lastIndex(of: "/").map(picture.index(after:)) ?? picture.startIndex
        guard let dot = picture[name...].lastIndex(of: "."), dot != name else { return [picture + ".xmp"] }
        return [picture + ".xmp", picture[..<dot] + ".xmp"]
    }

    /// Reads the regions beside a picture's file. They count instead of those in the file, because programs write them later. What cannot be
    /// read is said in the picture's notes, and passed over. Blocks.
    static func read(into source: inout ImageSource, of picture: String) {
        for path in paths(of: picture) {
            do {
                let bytes = try FileReader.bytes(ofFile: path, limits: limits, waits: false)
                if !source.readSidecar(bytes) { source.notes.append("\(path.printable) is not XMP, and is not used") }
                if source.hasSidecarRegions { return }
            } catch let error as BoundedCropError where error.code == .fileNotFound {
                continue
            } catch {
                let reason = (error as? BoundedCropError)?.message ?? "\(error)"
                source.notes.append("\(path.printable) is not used: \(reason)")
            }
        }
    }

    /// What tells one content of the files beside a picture from another. Blocks.
    static func fingerprint(of picture: String) -> String {
        paths(of: picture).map { path in
            (try? FileReader.bytes(ofFile: path, limits: limits, waits: false)).map { Fingerprint.text(of: $0) } ?? ""
        }
        .joined(separator: " ")
    }
}
