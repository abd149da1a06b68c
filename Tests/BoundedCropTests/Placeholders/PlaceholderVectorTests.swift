import Testing

@testable import BoundedCrop

/// The hashes of pictures made by formula, as the Python packages blurhash 1.1.5 and thumbhash-python 1.0.1 compute them. Both are ports of
/// the reference implementations. They were given the pixels unpremultiplied, or, for BlurHash, on their average color.
@Suite struct PlaceholderVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let size: PixelSize
        let hasAlpha: Bool
        let blurHash: String
        /// Nil where a value lies exactly between two steps, which the ports round differently.
        let thumbHash: String?

        init(width: Int, height: Int, hasAlpha: Bool, _ blurHash: String, _ thumbHash: String?) {
            size = PixelSize(width: width, height: height)
            self.hasAlpha = hasAlpha
            self.blurHash = blurHash
            self.thumbHash = thumbHash
        }

        var testDescription: String { "\(size)\(hasAlpha ? " with alpha" : "")" }

        /// More red to the lower right, more green to the lower left, a pattern in blue; with alpha, less opaque to the upper right.
        var picture: PixelBuffer {
            get throws {
                let bytes = (0..<size.area).flatMap { index in
                    let (x, y) = (index % size.width, index / size.width)
                    let alpha = hasAlpha ? 255 * (size.width - x) * (y + 1) / size.area : 255
                    let red = 255 * (x + 1) * (y + 2) / ((size.width + 1) * (size.height + 2))
                    let fromRight = size.width - x
                    let green = 255 * fromRight * fromRight * (y + 1) / (size.width * size.width * (size.height + 1))
                    let colors = [red, green, (x * y + 3 * x) % 256]
                    return colors.map { UInt8($0 * alpha / 255) } + [UInt8(alpha)]
                }
                return try PixelBuffer(size: size, bytes: bytes)
            }
        }
    }

    static let vectors = [
        Vector(width: 13, height: 11, hasAlpha: false, "LIA9[_8gprpY4;+7VcVvbFfkfjfj", "TSgKLpqFh4eAh4d4eHd4eHiHn1UId3o="),
        Vector(width: 100, height: 75, hasAlpha: false, "LJA9zk3|%WTV0l:TMzn6xVOmotbX", "0yUKLZqHd3dwd3d3d3d3d6mACGd6"),
        Vector(width: 75, height: 100, hasAlpha: false, "TIA9zk3|%W0j:TMz${OlotR+nhae", "0yUKLRqHd3B3d3d3d3d3d6mACGd6"),
        Vector(width: 100, height: 40, hasAlpha: false, "EJA9zk3{%VTUo?bp0m:TMyn5V[jF", "0yUKK5qHd3dwd3d3uYAIZ3o="),
        Vector(width: 40, height: 100, hasAlpha: false, "kIA9%p3{0h:9$_OlR%nhoaW,axjY", "0yUKKxqHcHd3dnd3upAIZ4o="),
        Vector(width: 64, height: 64, hasAlpha: false, "LIA9%q3_%VTU0k:SMzn5xnOloubY", "0yUKLxqHd3dwd3d3d3d3d3d3pwuJcKYI"),
        Vector(width: 100, height: 1, hasAlpha: false, "5bBU}4B[xjXXoWbf", nil),
        Vector(width: 1, height: 1, hasAlpha: false, "009+R@", nil),
        Vector(width: 2, height: 2, hasAlpha: false, "Ae9@?QuZxqo^", nil),
        Vector(width: 100, height: 75, hasAlpha: true, "L76lilLvPyl2MMqeq#Z,t$cUXjkm", "VcaBDIYkmHhAdq14pwzTEMj3hwiFh4d3Bw=="),
        Vector(width: 40, height: 90, hasAlpha: true, "k76v7GQ3MLqey9cUaPizoxf~jdjJ", "lcaBCgYkiEDXepf8MQ2BfI+IUHh3eIc="),
        Vector(width: 17, height: 19, hasAlpha: true, "T96+taP]PuQ:qlq-tjk.b;ozjFjI", nil),
    ]

    @Test(arguments: vectors) func hashesAreThoseOfTheReferenceImplementations(vector: Vector) throws {
        let placeholder = try Placeholder(of: vector.picture)
        #expect(placeholder.blurHash == vector.blurHash)
        #expect(vector.thumbHash.map { $0 == placeholder.thumbHash } ?? true, "\(placeholder.thumbHash)")
    }
}
