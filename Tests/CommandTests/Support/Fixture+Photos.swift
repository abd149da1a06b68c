import Foundation
import TestSupport

extension Fixture {
    static func model(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: package.appendingPathComponent("Models/\(name)"))) }

    /// 240x300 with a face of about 64x89 at 97,22: small, so that processes finish quickly.
    static let portrait = "formats/obama_rgb8.png"
    /// 320x400 with a face.
    static let photo = "orientations/obama_1.jpg"
    /// 300x200 without content.
    static let black = "edges/black_300x200.jpg"
}
