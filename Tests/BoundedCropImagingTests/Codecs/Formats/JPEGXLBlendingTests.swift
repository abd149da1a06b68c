import Foundation
import Testing

@testable import BoundedCropImaging

/// Pictures of two frames, made with libjxl: one of the color 200, 40, 20, and in its middle 20, 220, 60 with half alpha. They are lossy, and
/// say that their colors are not those of sRGB.
@Suite struct JPEGXLBlendingTests {
    private static let displayP3 = [
        "/wpDwIZMbgQATABAABwC//+qAgBQoTLKuMHLuZ4vP3RYTNu4ztBW2xaWJIqMY5NUFwIHAIakoMA6xhgMxuC4ePFijPFi8HoxxmvHCdAgP4jv+7",
        "7v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+z5jYMh64WRjKrYFFBDMeDJkAUAQlSQAAEwEAQQQQBAIIgDIAf//",
        "qgIAUKEyyrjBy7meLz90WEzbuM7QVtsWliSKjGOTVAcEDkliScLF7aI4oOdhAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAADAPLoNasokx2wlCQ==",
    ].joined()

    private static let linear = [
        "/wpDBAPYULQSAEwAyQQBACAC//+qAgBQoTLKuMHLuZ4vP3RYTNu4ztBW2xaWJIqMY5NUFwIHAIakoMA+xhgMxmBxMV6MF4MuBquLwXHtOAFc4w",
        "fxfd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd/3fd9nTkxYL3xu0gKcAANEZjoZsgAgiEoSAABMBAEEEEAQiSSL",
        "AMwB//+qAgBQoTLKuMHLuZ4vP3RYTNu4ztBW2xaWJIqMY5NUBwQOSWJNopP9JFlIl0w3AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADMw3l7O59kqK4kAQ==",
    ].joined()

    private static let adobe = [
        "/wpDBAPYkCAA4gQiIUDRLLhqAT5JgKnzdauoBABMAMkEAQAYAv//qgIAUKEyyrjBy7meLz90WEzbuM7QVtsWliSKjGOTVBcCBwCGpKDAPsYYDM",
        "bgvIsXY9DF4O1ijPHacQJRxw/i+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77v+77PmBiyXkjQ0GxrAAU0M50M",
        "WQAQRCUJAEwEAQQQQBCJJIsAzAH//6oCAFChMsq4wcu5ni8/dFhM27jO0FbbFpYkioxjk1QHBA5JYkmik/0kWUiXaQYAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgHnUrnHTJhmqK0kA",
    ].joined()

    /// What the blended color 110, 130, 40 and the lower one are in sRGB, by the primaries' matrices and the curves.
    private static let files: [(file: String, below: [Int], blended: [Int])] = [
        (displayP3, [218, 0, 0], [105, 131, 9]), (linear, [229, 110, 79], [175, 189, 110]), (adobe, [233, 35, 10], [101, 131, 22]),
    ]

    @Test(arguments: files) func `frames are blended in the colors that the file names`(file: String, below: [Int], blended: [Int]) throws {
        let source = try ImageSource(bytes: Array(#require(Data(base64Encoded: file))))
        let shown = source.header.isAnimated ? try source.allFrames().frames[1].pixels : try source.pixels()
        for (place, color) in [(0, below), (8 * 16 + 8, blended)] {
            let pixel = shown.bytes[place * 4..<place * 4 + 4]
            #expect(zip(pixel, color + [255]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(Array(pixel))")
        }
    }
}
