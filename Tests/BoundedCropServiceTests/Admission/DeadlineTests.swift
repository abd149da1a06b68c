import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// What a request costs is not known exactly before, so whatever it is, its work checks often whether it was cancelled.
@Suite("Work ends by its deadline", .timeLimit(.minutes(15))) struct DeadlineTests {
    /// Files in formats that are decoded in different ways, created once.
    private static let files = Result {
        var picture = PixelBuffer(size: PixelSize(width: 600, height: 400), filledWith: (90, 120, 150, 255))
        picture.stroke(Rect(x: 100, y: 100, width: 300, height: 200), color: (250, 30, 30), width: 9)
        let dot = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (200, 0, 0, 255))
        return try [
            "large.jpg": picture.blocking.encoded(as: .jpeg(isProgressive: true)),
            "large.png": picture.blocking.encoded(as: .png()),
            "large.webp": picture.blocking.encoded(as: .webp(.lossless(effort: 1))),
            "1.png": dot.blocking.encoded(as: .png()),
        ]
    }

    @Test(
        "whatever the request",
        arguments: [
            ("large.jpg", 1097), ("large.png", 818), ("large.webp", 460), ("trim/50x50/large.png", 1435),
            ("400x400/smart/filters:accuracy(high)/large.jpg", 4700),
            ("400x400/smart/filters:detector(haar):accuracy(high)/large.png", 900000),
            ("200x200/filters:watermark(1.png,repeat,repeat,0)/large.jpg", 1495), ("fit-in/500x500/filters:fill(white)/large.jpg", 2769),
            ("500x500/filters:fill(blur)/1.png", 3044), ("fit-in/650x650/filters:fill(blur)/large.jpg", 6944),
            ("300x300/filters:redact(blur)/large.jpg", 5278),
            ("500x500/filters:noise(255)/1.png", 1519), ("500x500/filters:noise(255):format(webp):quality(100)/1.png", 1068),
            ("500x500/filters:noise(255):quality(100):max_bytes(1000)/1.png", 1519), ("500x500/filters:noise(255):format(png)/1.png", 1519),
            ("500x500/filters:gaussian_blur(100)/1.png", 2616), ("500x500/filters:blur(100)/1.png", 2574),
            ("500x500/filters:equalize()/1.png", 2019),
            ("500x500/filters:sharpen(2,3,true)/1.png", 2021), ("500x500/filters:convolution(1;1;1;1;1;1;1;1;1,3,true)/1.png", 2019),
            ("500x500/filters:tint(red)/1.png", 1519), ("500x500/filters:corner_radius(90)/1.png", 1519),
            ("500x500/filters:rotate(90)/1.png", 1020),
            ("500x500/filters:curve([(0,255),(255,0)])/1.png", 1519), ("400x300/filters:shadow(black,50,50,150)/1.png", 3720),
            ("500x300/filters:reflection(1)/1.png", 1819), ("debug/smart/large.png", 2825),
        ]
    )
    func checks(_ path: String, atLeast checks: Int) throws {
        let files = try Self.files.get()
        let url = try ImageURL(instructions: path)
        let request = try url.request()
        let name = String(path.split(separator: "/").last ?? "")
        try CountedChecks.expect(checks, of: path) {
            // Read anew, since sources keep what was decoded.
            let pictures = try files.mapValues { try ImageSource(bytes: $0) }
            _ = try RenderJob(ImageRenderer(), try #require(pictures[name]), pictures: pictures).render(request)
        }
    }

    @Test func `a request that exceeds its deadline gives its memory back`() async throws {
        let detector = HeldDetector()
        let service = try await RunningService { $0.detector = detector }
        async let reply = service.get("/unsafe/30x30/smart/photos/obama.jpg")
        await detector.calls(1)
        #expect(service.metric("boundedcrop_pixel_memory_bytes") > 0)
        service.clock.advance(by: .seconds(30))
        // The work ends at its next check.
        detector.open()
        #expect(try await reply.status == 504)
        await until { service.metric("boundedcrop_pixel_memory_bytes") == 0 }
    }
}
