package import BoundedCrop
internal import FoundationEssentials

/// Photos of many sizes, made from a photo in Fixtures/ into a folder that is not committed.
package enum Inputs {
    /// The sizes of 4:3 pictures by megapixels.
    package static let sizes: [(name: String, size: PixelSize)] = [
        ("0.3", PixelSize(width: 640, height: 480)),
        ("0.5", PixelSize(width: 816, height: 612)),
        ("2", PixelSize(width: 1632, height: 1224)),
        ("12", PixelSize(width: 4000, height: 3000)),
        ("50", PixelSize(width: 8160, height: 6120)),
        ("100", PixelSize(width: 11544, height: 8658)),
    ]

    /// The repository, located relative to this source file.
    private static let repository: String = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.path
    }()

    package static let folder = repository + "/Benchmarks/.build/inputs"
    /// The model that the twin reads.
    package static let model = repository + "/Models/face_detection_yunet_2023mar.onnx"

    private static let made = Result { try make() }

    /// Returns the path of a photo, such as `2.jpg`. Missing photos are made on first use.
    package static func path(_ name: String) throws -> String {
        try made.get()
        return file(name)
    }

    /// Returns a photo whose header has been read.
    package static func source(_ name: String) throws -> ImageSource { try ImageSource(contentsOfFile: path(name)) }

    private static func file(_ name: String) -> String { folder + "/" + name }

    /// Makes the missing files.
    package static func make() throws {
        let missing = sizes.map { name, size in
            (size, files(name).filter { !FileManager.default.fileExists(atPath: file($0.name)) })
        }
        if missing.allSatisfy({ $0.1.isEmpty }) { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let source = try ImageSource(contentsOfFile: repository + "/Fixtures/photos/obama3.jpg")
        // A face with space around it, in the aspect ratio of a camera.
        let corner = PixelRect(x: 0, y: 0, width: 1432, height: 1074)
        let part = try source.pixels().pixels(of: corner, scaledTo: corner.size)
        for (size, files) in missing where !files.isEmpty {
            let picture = try grained(part.resized(to: size))
            for (name, encoding, profile) in files {
                let encoder = picture.blocking
                let bytes = try profile.map { try encoder.encoded(as: encoding, from: profiled($0)) } ?? encoder.encoded(as: encoding)
                try Data(bytes).write(to: URL(filePath: file(name)), options: .atomic)
            }
        }
    }

    /// A photo whose color profile is kept.
    private static func profiled(_ name: String) throws -> ImageSource {
        var options = DecodingOptions()
        options.colorProfile = .keep
        return try ImageSource(contentsOfFile: "\(repository)/Fixtures/colour/\(name).jpg", options: options)
    }

    /// What is made of one size, and which of Fixtures/colour lends its profile.
    private static func files(_ size: String) -> [(name: String, encoding: ImageEncoding, profile: String?)] {
        let jpeg = ImageEncoding.jpeg(quality: 90)
        let progressive = ImageEncoding.jpeg(quality: 90, isProgressive: true)
        return switch size {
        case "2":
            [
                ("2.jpg", jpeg, nil), ("2.png", .png(), nil), ("2.webp", .webp(), nil),
                ("2-srgb.jpg", jpeg, "astronaut_srgb"), ("2-display-p3.jpg", jpeg, "astronaut_display_p3"),
            ]
        case "12":
            [
                ("12.jpg", jpeg, nil), ("12-progressive.jpg", progressive, nil), ("12.png", .png(), nil), ("12.webp", .webp(), nil),
                ("12.avif", .avif(), nil), ("12.gif", .gif(), nil),
            ]
        default: [(size + ".jpg", jpeg, nil)]
        }
    }

    /// Adds sensor noise: an enlarged picture has almost no fine detail, and decodes faster than real photos.
    private static func grained(_ picture: PixelBuffer) throws -> PixelBuffer {
        var bytes = picture.bytes
        var generator = SeededGenerator(seed: 1)
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
            // The sum of eight random bits is nearly normally distributed, with a deviation of about four levels once tripled.
            let grain = (generator.next() & 0xff).nonzeroBitCount - 4
            for channel in 0..<3 { bytes[pixel + channel] = UInt8(min(max(Int(bytes[pixel + channel]) + 3 * grain, 0), 255)) }
        }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }
}
