internal import CImageCodecs
internal import CPixelKernels

extension Codec {
    static let ico = Codec(
        title: "ICO",
        fileExtensions: ["ico", "cur"],
        mediaType: "image/vnd.microsoft.icon",
        // Pictures in TGA begin as cursors do, but for the number of pictures.
        signatures: [Signature((0, [0, 0, 1, 0]))] + (1...32).map { Signature((0, [0, 0, 2, 0, $0, 0])) },
        encoding: { .ico(sizes: $0.iconSizes) },
        readHeader: bc_ico_read_header,
        decode: bc_ico_decode,
        findWidth: bc_ico_find_width,
        metadata: copied(iccProfile: bc_ico_copy_icc_profile)
    )
}

extension EncodingCodec {
    static func ico(_ sizes: [Int]) -> Self {
        Self(
            format: .ico,
            check: { try ImageEncoding.check(iconSizes: sizes) },
            // The pictures in their sizes are small.
            bytesPerPixel: { _, _ in 9 },
            encode: { rgba, width, height, _, output, error in
                if sizes.isEmpty { return bc_ico_encode([bc_icon_picture(rgba: rgba, width: width, height: height)], 1, output, error) }
                let sides = Set(sizes).sorted().map { side(of: $0, width, height) }
                return withPictures(rgba, width, height, sides, error) { bc_ico_encode($0, $0.count, output, error) }
            }
        )
    }

    /// The sides of a picture whose longer one is `size`.
    private static func side(of size: Int, _ width: UInt32, _ height: UInt32) -> (width: Int32, height: Int32) {
        let scale = Double(size) / Double(max(width, height))
        func scaled(_ side: UInt32) -> Int32 { Int32(Int(Double(side) * scale, within: 1...max(1, size))) }
        return (scaled(width), scaled(height))
    }

    /// Passes a picture in other sizes on.
    private static func withPictures(
        _ rgba: UnsafePointer<UInt8>,
        _ width: UInt32,
        _ height: UInt32,
        _ sizes: [(width: Int32, height: Int32)],
        _ error: Codec.Failure,
        _ body: ([bc_icon_picture]) -> Int32
    ) -> Int32 {
        let window = bc_window(x: 0, y: 0, width: Double(width), height: Double(height))
        let count = sizes.reduce(0) { $0 + Int($1.width) * Int($1.height) * 4 }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory in
            guard var next = memory.baseAddress else { return Int32(BC_OK) }
            var pictures: [bc_icon_picture] = []
            for size in sizes {
                let status = bc_resample(rgba, Int32(width), Int32(height), 4, window, next, size.width, size.height, error)
                guard status == BC_OK else { return status }
                pictures.append(bc_icon_picture(rgba: next, width: UInt32(size.width), height: UInt32(size.height)))
                next += Int(size.width) * Int(size.height) * 4
            }
            return body(pictures)
        }
    }
}
