import BoundedCrop
import Testing

@testable import BoundedCropService

/// URLs put together at random from parameters with sensible and hostile values.
@Suite(.timeLimit(.minutes(15))) struct RandomTransformationsTests {
    /// A linear congruential generator, so that every run tests the same URLs.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let values = [
        "9", "300", "200", "0.5", "0.12345", "1.0", "2.0", "65535", "-1", "0", "1e9", "99999999999999999999", "nan", "", ".", "-", "16:9",
        "4-3", "auto",
        "true", "max", "red", "10_20_30_40", "5_FF0000", "4px_solid_red", "rgb:ff000080", "FFAABB50", "ä%", "20:30",
    ]
    private static let cloudinary = [
        "c_fill", "c_fit", "c_limit", "c_pad", "c_lpad", "c_crop", "c_thumb", "c_fill_pad", "c_auto_pad", "c_lfill", "c_scale", "g_face",
        "g_faces:auto", "g_auto",
        "g_north_west",
        "g_xy_center", "w_300", "h_200", "x_10", "y_0.1", "e_trim:20", "e_shadow:50", "e_blur:77", "e_saturation:-33", "e_colorize:30",
        "e_blackwhite:7",
        "q_80", "f_png", "fl_attachment:a", "z_0.7", "b_auto", "b_red", "r_max", "a_90.hflip", "o_33", "dpr_1.5", "pg_1", "w_0.5",
    ]
    private static let imageKit = [
        "c-force", "c-at_max", "c-at_least", "cm-extract", "cm-pad_resize", "cm-pad_extract", "fo-face", "fo-auto", "fo-top_left", "w-300",
        "h-200", "x-10", "y-5",
        "xc-50", "yc-60", "t-20", "e-sharpen-7", "e-usm-2-2-0.8-0", "e-colorize-co-red_in-50", "e-grayscale", "bl-7", "q-80", "f-png",
        "z-0.7", "bg-FFAABB50",
        "bg-blurred", "r-max", "rt-N40", "fl-h_v", "o-33", "dpr-1.5", "pg-1", "w-0.5", "b-5_FF0000", "md-false",
    ]

    /// Steps of random parameters. Most of the URLs have no hostile value.
    private func text(_ words: [String], _ separators: (inner: String, outer: String), _ generator: inout Generator) -> String {
        let isHostile = Int.random(in: 0..<4, using: &generator) == 0
        let steps = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            let parameters = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                let word = words.randomElement(using: &generator) ?? ""
                guard isHostile, Bool.random(using: &generator) else { return word }
                return word.prefix { !"_-".contains($0) } + separators.inner + (Self.values.randomElement(using: &generator) ?? "")
            }
            // Twice the same parameter is always an error.
            var seen: Set<Substring> = []
            return parameters.filter { seen.insert($0.prefix { !"_-".contains($0) }).inserted }.joined(separator: ",")
        }
        return steps.joined(separator: separators.outer)
    }

    /// Whether a URL is read: as a request that thumbor's grammar has a URL for.
    private func check(_ path: String, _ dialect: some Dialect) throws -> Bool {
        do {
            let url = try dialect.read(DialectTarget(path)).url
            #expect(try ImageURL(instructions: url.description) == url, "\(path)")
            return true
        } catch let error as BoundedCropError {
            #expect([.invalidURL, .limitExceeded].contains(error.code), "\(path) \(error)")
            return false
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `Cloudinary's URLs are errors, or have a URL in thumbor's grammar`(
        seed: UInt64
    ) throws {
        var generator = Generator(state: seed)
        let dialect = try CloudinaryDialect(ServiceConfiguration())
        let paths = (0..<500).map { _ in "image/upload/\(text(Self.cloudinary, ("_", "/"), &generator))/a.jpg" }
        #expect(try paths.count { try check($0, dialect) } > 100)
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `ImageKit's URLs are errors, or have a URL in thumbor's grammar`(
        seed: UInt64
    ) throws {
        var generator = Generator(state: seed)
        let dialect = try ImageKitDialect(ServiceConfiguration())
        let paths = (0..<500).map { _ in "tr:\(text(Self.imageKit, ("-", ":"), &generator))/a.jpg" }
        #expect(try paths.count { try check($0, dialect) } > 100)
    }
}
