import BoundedCrop
import Foundation
import TestSupport

extension Fixture {
    /// A photo of 61306 bytes and 512x600 pixels.
    static let photo = (try? bytes("photos/grace_hopper.jpg")) ?? []

    /// A picture of a single color as a small PNG file; each number gives another color.
    static func tiny(_ number: Int = 0, side: Int = 8) -> [UInt8] {
        let color = (UInt8(number & 255), UInt8(number >> 8 & 255), UInt8(number >> 16 & 255), UInt8(255))
        let picture = PixelBuffer(size: PixelSize(width: side, height: side), filledWith: color)
        return (try? picture.blocking.encoded(as: .png())) ?? []
    }
}

extension PixelBuffer {
    /// The number that was passed to `Fixture.tiny`.
    var number: Int { Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16 }
}

extension URL {
    /// A `data` URL of a fixture.
    init(dataOf fixture: String) {
        let bytes = (try? Fixture.bytes(fixture)) ?? []
        guard let url = URL(string: "data:image/jpeg;base64,\(Data(bytes).base64EncodedString())") else {
            preconditionFailure("base64 is part of any URL")
        }
        self = url
    }
}
