import BoundedCrop
import Measuring

/// What each stage of a crop costs by itself.
struct StageTables {
    let inputs: Inputs

    private typealias Work = (name: String, run: () throws -> Void)

    func decoding() throws -> Table {
        var works: [Work] = []
        for file in ["2.jpg", "12.jpg", "12-progressive.jpg", "2.png", "2.webp"] {
            let source = try ImageSource(contentsOfFile: inputs.path(file))
            works += [
                ("\(file), full size", { _ = try source.pixels() }),
                ("\(file), 480 pixels", { _ = try source.pixels(longSide: 480) }),
                ("\(file), 640 pixels, gray", { _ = try source.luma(longSide: 640) }),
            ]
        }
        return try table("decoding", works)
    }

    func detecting() throws -> Table {
        let source = try ImageSource(contentsOfFile: inputs.path("2.jpg"))
        let detectors: [any FeatureDetector] = [YuNetDetector(), HaarCascadeDetector()]
        let works: [Work] = detectors.flatMap { detector in
            DetectionAccuracy.allCases.map { accuracy in
                ("\(detector.name), \(accuracy)", { _ = try detector.features(in: source, accuracy: accuracy) })
            }
        }
        return try table("detecting in 2.jpg, decoding included", works)
    }

    func others() throws -> Table {
        let source = try ImageSource(contentsOfFile: inputs.path("2.jpg"))
        let request = CropRequest(width: Thumbnail.side, height: Thumbnail.side)
        let features = try YuNetDetector().features(in: source, accuracy: .low)
        let plan = try CropPlanner.plan(features: features, size: source.size, request: request)
        let pixels = try source.pixels(of: plan.crop, scaledTo: PixelSize(width: 600, height: 600))
        let small = try pixels.resized(to: PixelSize(width: 300, height: 300))
        var works: [Work] = [
            ("plan", { _ = try CropPlanner.plan(features: features, size: source.size, request: request) }),
            ("crop 2.jpg and shrink to 300x300", { _ = try source.pixels(of: plan.crop, scaledTo: small.size) }),
            ("shrink 600x600 to 300x300", { _ = try pixels.resized(to: small.size) }),
        ]
        for format in ImageFormat.allCases {
            works.append(("encode 300x300 as \(format)", { _ = try small.encoded(EncodingOptions(format: format)) }))
        }
        return try table("other stages", works)
    }

    /// A crop that is in the cache already, asked for by its name.
    func caching() async throws -> Table {
        let source = try ImageSource(contentsOfFile: inputs.path("2.jpg"))
        let cropper = BoundedCropper()
        let request = CropRequest(width: Thumbnail.side, height: Thumbnail.side)
        _ = try await cropper.crop(source, named: "photo", to: request)
        let hits = 10_000
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<hits { _ = try await cropper.crop(source, named: "photo", to: request) }
        var table = Table("caching", "wall ms")
        table.add("a hit of the crop cache", ((clock.now - start) / hits / Duration.milliseconds(1)).decimals(4))
        return table
    }

    private func table(_ heading: String, _ works: [Work]) throws -> Table {
        for work in works { try work.run() }
        var table = Table(heading, "CPU ms")
        for (work, time) in zip(works, try Timing.medians(of: works.map(\.run), rounds: 11)) { table.add(work.name, time.cpu.decimals(2)) }
        return table
    }
}
