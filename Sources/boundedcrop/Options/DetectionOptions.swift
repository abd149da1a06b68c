public import ArgumentParser
public import BoundedCrop

/// The options for detection.
struct DetectionOptions: ParsableArguments {
    @Option(
        name: .customLong("accuracy"),
        help: ArgumentHelp(
            "How hard to look: low is fast, high finds small faces too (default: low; high for the effects command).",
            valueName: "low|high"
        )
    )
    var givenAccuracy: DetectionAccuracy?

    @Option(
        name: .customLong("detector"),
        help: ArgumentHelp(
            "What finds the faces: yunet, haar, onnx:FILE, command:PROGRAM (started once for many pictures) or once:PROGRAM (started for each picture); "
                + "yunet,haar asks the next when one finds nothing, yunet+haar joins them (default: yunet; yunet+haar for the effects command).",
            valueName: "name"
        )
    )
    var givenDetector: String?

    @Option(help: ArgumentHelp("Look for what this OpenCV cascade knows.", valueName: "file"), completion: .file(extensions: ["xml"]))
    var cascade: String?

    @Option(
        // The value may begin with a minus sign if a rectangle starts left of the picture.
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A rectangle to keep, in pixels of the upright picture, instead of looking for faces; may be repeated.",
            valueName: "x,y,w,h"
        ),
        transform: DetectionOptions.rectangle
    )
    var region: [Rect] = []

    @Option(
        help: ArgumentHelp(
            "A point to crop around, in pixels of the upright picture, instead of looking; may be repeated.",
            valueName: "x,y"
        ),
        transform: DetectionOptions.focalPoint
    )
    var focal: [Point] = []

    @Flag(help: "Take the faces that a file itself names (XMP mwg-rs:Regions, EXIF SubjectArea), and look only where it names none.")
    var embeddedRegions = false

    @Option(help: ArgumentHelp("The least confidence of a face, 0 to 1.", valueName: "c"))
    var minConfidence = DetectionLimits().minimumConfidence

    @Option(
        help: ArgumentHelp("The least height of a face, as a share of the long side (low looks for 5%, high for 2%).", valueName: "share")
    )
    var minFace: Double?

    @Option(help: ArgumentHelp("The most faces; of more, the surest are kept. Effects hide all.", valueName: "n"))
    var maxFaces = DetectionLimits().maximumCount

    @Option(help: ArgumentHelp("Remember here what was found, for the next time.", valueName: "folder"), completion: .directory)
    var detectionCache: String?

    /// How hard to look for crops.
    var accuracy: DetectionAccuracy { givenAccuracy ?? .low }

    mutating func validate() throws {
        do { _ = try givenDetector.map(DetectorExpression.init) } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
        try LocalPath.check(detectionCache, for: "--detection-cache")
        try LocalPath.check(cascade, for: "--cascade")
        let isGiven = !region.isEmpty || !focal.isEmpty
        if isGiven, cascade != nil {
            throw ValidationError("--cascade and --region or --focal exclude each other: those are not looked for.")
        }
        if !(0...1).contains(minConfidence) { throw ValidationError("--min-confidence is 0 to 1, not \(minConfidence).") }
        if let minFace, !(0...1).contains(minFace) { throw ValidationError("--min-face is a share from 0 to 1, not \(minFace).") }
        if maxFaces < 1 { throw ValidationError("--max-faces is 1 or more, not \(maxFaces).") }
    }

    /// Whether any of these options was given.
    var areGiven: Bool {
        let texts = [givenDetector, cascade, detectionCache].compactMap(\.self)
        return givenAccuracy != nil || !texts.isEmpty || !region.isEmpty || !focal.isEmpty || embeddedRegions || limits != DetectionLimits()
    }

    private var limits: DetectionLimits {
        var limits = DetectionLimits()
        limits.minimumConfidence = minConfidence
        limits.minimumSize = minFace
        limits.maximumCount = maxFaces
        return limits
    }

    /// The detector for crops.
    func makeDetector() throws -> any FeatureDetector {
        // Given features replace detection.
        if !region.isEmpty || !focal.isEmpty {
            return FixedFeatureDetector(region.map { Feature($0, kind: .region) } + focal.map { Feature(focalPoint: $0) })
        }
        var found = try makeLookingDetector(unlessGiven: "yunet")
        if let detectionCache { found = CachingFeatureDetector(found, folder: detectionCache) }
        return embeddedRegions ? ChainedFeatureDetector([EmbeddedRegionDetector(), found]) : found
    }

    /// The detector that looks for what is hidden, in pixels in memory.
    func makeRedactingDetector() throws -> any FeatureDetector {
        let found = try makeLookingDetector(unlessGiven: "yunet+haar")
        return detectionCache.map { CachingFeatureDetector(found, folder: $0, hashesPixels: true) } ?? found
    }

    /// - Parameter standard: The name of the detector that is used unless another one was given.
    private func makeLookingDetector(unlessGiven standard: String) throws -> any FeatureDetector {
        do {
            return try cascade.map { try HaarCascadeDetector(contentsOfFile: $0, limits: limits) }
                ?? DetectorExpression(givenDetector ?? standard).makeDetector(limits: limits)
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    private static func rectangle(_ text: String) throws -> Rect {
        guard let numbers = numbers(text, 4), numbers[2] > 0, numbers[3] > 0 else {
            throw ValidationError("A region is x,y,width,height in pixels, such as 120,40,200,240, not “\(text)”.")
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private static func focalPoint(_ text: String) throws -> Point {
        guard let numbers = numbers(text, 2) else {
            throw ValidationError("A focal point is x,y in pixels, such as 120,40, not “\(text)”.")
        }
        return Point(x: numbers[0], y: numbers[1])
    }

    private static func numbers(_ text: String, _ count: Int) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}

extension DetectionAccuracy: ExpressibleByArgument {}
extension BoundingScheme: ExpressibleByArgument {}
extension CropRequest.Fallback: ExpressibleByArgument {}
extension CropRequest.Placement: ExpressibleByArgument {}
