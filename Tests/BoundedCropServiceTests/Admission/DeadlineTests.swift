import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("Work ends by its deadline", .serialized, .timeLimit(.minutes(15))) struct DeadlineTests {
    private static let deadline = Duration.milliseconds(300)
    /// The maximum time for which work may continue after its deadline.
    private static let grace = Duration.milliseconds(250)

    /// Files that take long to decode, created once.
    private static let folder = Result {
        let folder = try TemporaryFolder()
        var picture = PixelBuffer(size: PixelSize(width: 6000, height: 4000), filledWith: (90, 120, 150, 255))
        picture.stroke(Rect(x: 1000, y: 1000, width: 3000, height: 2000), color: (250, 30, 30), width: 90)
        try folder.write(picture.blocking.encoded(as: .jpeg(isProgressive: true)), to: "large.jpg")
        try folder.write(picture.blocking.encoded(as: .png()), to: "large.png")
        try folder.write(picture.blocking.encoded(as: .webp(.lossless(effort: 1))), to: "large.webp")
        let dot = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (200, 0, 0, 255))
        try folder.write(dot.blocking.encoded(as: .png()), to: "1.png")
        return folder
    }

    @Test(
        "whatever the request",
        arguments: [
            "large.jpg", "large.png", "large.webp", "trim/50x50/large.png", "4000x4000/smart/filters:accuracy(high)/large.jpg",
            "4000x4000/smart/filters:detector(haar):accuracy(high)/large.png",
            "1000x1000/filters:watermark(1.png,repeat,repeat,0)/large.jpg", "fit-in/5000x5000/filters:fill(white)/large.jpg",
            "5000x5000/filters:fill(blur)/1.png", "fit-in/6500x6500/filters:fill(blur)/large.jpg",
            "3000x3000/filters:redact(blur)/large.jpg",
            "5000x5000/filters:noise(255)/1.png", "5000x5000/filters:noise(255):format(webp):quality(100)/1.png",
            "5000x5000/filters:noise(255):quality(100):max_bytes(1000)/1.png", "5000x5000/filters:noise(255):format(png)/1.png",
            "5000x5000/filters:gaussian_blur(100)/1.png", "5000x5000/filters:blur(100)/1.png", "5000x5000/filters:equalize()/1.png",
            "5000x5000/filters:sharpen(2,3,true)/1.png", "5000x5000/filters:convolution(1;1;1;1;1;1;1;1;1,3,true)/1.png",
            "5000x5000/filters:tint(red)/1.png", "5000x5000/filters:corner_radius(900)/1.png", "5000x5000/filters:rotate(90)/1.png",
            "5000x5000/filters:curve([(0,255),(255,0)])/1.png", "4000x3000/filters:shadow(black,50,50,150)/1.png",
            "5000x3000/filters:reflection(1)/1.png", "debug/smart/large.png",
        ]
    )
    func ends(_ path: String) async throws {
        let took = try await leastLateness(Self.deadline + Self.grace) { try await Self.time(of: path) }
        #expect(took < Self.deadline + Self.grace)
    }

    /// The time from the request until all of its memory is free again, in a service with empty caches.
    private static func time(of path: String) async throws -> Duration {
        let service = try await RunningService {
            $0.root = try? folder.get().path
            $0.detector = YuNetDetector()
            $0.workers = 1
            $0.deadline = deadline
            $0.pixelMemoryBytes = 2_000_000_000
        }
        // Initializes what is created once per process.
        _ = try await service.get("/unsafe/9x9/smart/1.png")
        let start = ContinuousClock.now
        let reply = try await service.get("/unsafe/\(path)")
        await until { service.metric("boundedcrop_pixel_memory_bytes") == 0 }
        #expect([200, 504].contains(reply.status), "\(reply.text)")
        return ContinuousClock.now - start
    }
}
