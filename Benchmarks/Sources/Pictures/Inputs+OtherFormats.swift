internal import BoundedCrop
internal import Foundation

/// The 12-megapixel photo in formats that are read here but not written. They are made from `12.png` when they are first requested, by
/// tools of libheif, libjxl, OpenJPEG and libtiff.
extension Inputs {
    /// The bytes of a file that `make` makes, or of `12.bmp`, `12.tif`, `12.jxl`, `12.jp2` or `12.heic`.
    package static func bytes(_ name: String) throws -> [UInt8] {
        let original = try path("12.png"), wanted = folder + "/" + name
        if !FileManager.default.fileExists(atPath: wanted) {
            switch name {
            case "12.bmp":
                let bytes = try bitmap(ImageSource(contentsOfFile: original).pixels())
                try Data(bytes).write(to: URL(filePath: wanted), options: .atomic)
            case "12.heic": try run("heif-enc", ["--quality", "50", "--output", wanted, original])
            case "12.jp2": try run("opj_compress", ["-i", original, "-o", wanted, "-I", "-r", "12"])
            case "12.jxl": try run("cjxl", [original, wanted, "--distance", "1.6", "--effort", "5"])
            case "12.tif":
                let pixmap = wanted + ".ppm"
                defer { try? FileManager.default.removeItem(atPath: pixmap) }
                try Data(portablePixmap(ImageSource(contentsOfFile: original).pixels())).write(to: URL(filePath: pixmap))
                try run("ppm2tiff", ["-c", "lzw:2", pixmap, wanted])
            default: break
            }
        }
        return try [UInt8](Data(contentsOf: URL(filePath: wanted)))
    }

    /// Rows of blue, green and red, the lowest first. The width must be a multiple of four, so that rows need no padding.
    private static func bitmap(_ picture: PixelBuffer) -> [UInt8] {
        let (headerLength, length) = (54, picture.width * picture.height * 3)
        func little(_ number: Int, bytes: Int = 4) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        var file = Array("BM".utf8) + little(headerLength + length) + little(0) + little(headerLength) + little(40)
        file += little(picture.width) + little(picture.height) + little(1, bytes: 2) + little(24, bytes: 2)
        file += little(0) + little(length) + little(0) + little(0) + little(0) + little(0)
        file.reserveCapacity(headerLength + length)
        let bytes = picture.bytes
        for row in stride(from: picture.height - 1, through: 0, by: -1) {
            for pixel in stride(from: row * picture.width * 4, to: (row + 1) * picture.width * 4, by: 4) {
                file.append(bytes[pixel + 2])
                file.append(bytes[pixel + 1])
                file.append(bytes[pixel])
            }
        }
        return file
    }

    private static func portablePixmap(_ picture: PixelBuffer) -> [UInt8] {
        var file = Array("P6\n\(picture.width) \(picture.height)\n255\n".utf8)
        file.reserveCapacity(file.count + picture.width * picture.height * 3)
        let bytes = picture.bytes
        for pixel in stride(from: 0, to: bytes.count, by: 4) { file += bytes[pixel..<(pixel + 3)] }
        return file
    }

    private static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BoundedCropError(.unreadableFile, "\(tool) failed") }
    }
}
