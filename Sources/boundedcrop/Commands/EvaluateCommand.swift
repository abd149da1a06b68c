public import ArgumentParser
public import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering
import FoundationEssentials

struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure detectors and crops on labeled photos.",
        usage: "boundedcrop evaluate [<options>] <file>",
        discussion: """
            The manifest is a JSON array with an object for each photo:
              [{"file": "a.jpg", "faces": [[x, y, width, height]]}]
            Files are relative to the manifest's folder; faces are in pixels of the upright picture. Photos with the same "kind", such as \
            "kind": "dark", are also measured on their own. Entries with "robustness_only": true are left out. Photos without faces may \
            have marked subjects, to measure how much of them crops keep:
              [{"file": "b.jpg", "kind": "animal",
                "subjects": [{"box": [x, y, width, height], "weight": 0.5}]}]
            A weight is above 0 and at most 1, which is the default. Detections in boxes that are "ignored" are neither right nor wrong, \
            and faces may have attributes, in lists or for each face:
              [{"file": "c.jpg", "faces": [[x, y, width, height]],
                "ignored": [[x, y, width, height]], "attributes": {"pose": [1]}}]
            Other keys are ignored.

            Instead of a manifest, the file may be COCO's JSON with the category "face", WIDER FACE's text, or lines of \
            file,x,y,width,height[,kind].

            Photos are measured side by side on all cores. The average precision (AP) and the calibration count detections from a \
            confidence of 5% on, all other figures those from --min-confidence on. In a chain such as yunet,haar, a detector runs only if \
            the ones before it find nothing of that confidence, so that there are no others.

            When faces are measured, only features of the kind "face" from onnx:FILE and programs count; crops hold all kinds.

            EXAMPLES
              boundedcrop evaluate photos/manifest.json
              boundedcrop evaluate manifest.json --detector haar --accuracy high --json
              boundedcrop evaluate manifest.json --report misses.html
              boundedcrop evaluate manifest.json --detector yunet+haar --hiding
              boundedcrop evaluate subjects.json --detector yunet --accuracy low
              boundedcrop evaluate wider_face_val_bbx_gt.txt --photos WIDER_val/images \\
                --sizes 2,5,12,30 --false-from 2 --detection-cache found
            """
    )

    @Argument(help: ArgumentHelp("The manifest or labels.", valueName: "file"), completion: .file(extensions: ["json", "txt", "csv"]))
    var manifest: String

    @Option(help: ArgumentHelp("The folder of the photos (default: that of the file).", valueName: "folder"), completion: .directory)
    var photos: String?

    @Option(help: ArgumentHelp("A detector to measure; may be repeated (default: yunet and haar).", valueName: "name"))
    var detector: [String] = []

    @Option(help: ArgumentHelp("An accuracy to measure; may be repeated (default: both).", valueName: "low|high"))
    var accuracy: [DetectionAccuracy] = []

    @Option(help: ArgumentHelp("How much a detection and a face overlap to match: intersection over union.", valueName: "share"))
    var iou = 0.4

    @Option(help: ArgumentHelp("Where classes of size begin, in percent of the long side.", valueName: "percent,..."))
    var sizes = "5,12,30"

    @Option(help: ArgumentHelp("Count false detections from this height on, in percent of the long side.", valueName: "percent"))
    var falseFrom = 0.0

    @Option(.minConfidence) var minConfidence: RequestOption.Setting?

    @Option(
        help: ArgumentHelp("Store detections in this folder, and reuse them, in the time of reading them.", valueName: "folder"),
        completion: .directory
    )
    var detectionCache: String?

    @Flag(help: "Print one JSON object per line for each detector and accuracy.")
    var json = false

    @Option(help: ArgumentHelp("Write a page with the photos that have missed faces or false alarms.", valueName: "file"))
    var report: String?

    @Flag(help: "Replace the page of --report if it exists.")
    var overwrite = false

    @Flag(help: "Measure what --redact hides and covers, including unconfirmed faces. Further detections of one face count as wrong.")
    var hiding = false

    @Option(.hide) var hide: RequestOption.Setting?

    mutating func validate() throws {
        try LocalPath.check(manifest, for: "The manifest")
        try LocalPath.check(photos, for: "--photos")
        try LocalPath.check(report, for: "--report")
        try LocalPath.check(detectionCache, for: "--detection-cache")
        _ = try rules
        if hide != nil, !hiding { throw ValidationError("--hide needs --hiding.") }
        if overwrite, report == nil { throw ValidationError("--overwrite needs --report.") }
        try usage { for name in detector { _ = try DetectorExpression(name) } }
    }

    /// What counts.
    private var rules: EvaluationRules {
        get throws {
            guard iou > 0, iou <= 1 else { throw ValidationError("--iou must be above 0 and at most 1, not \(iou).") }
            guard (0...100).contains(falseFrom) else { throw ValidationError("--false-from must be 0 to 100, not \(falseFrom).") }
            let bounds = sizes.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            guard bounds.allSatisfy({ $0 > 0 && $0 <= 100 }), zip(bounds, bounds.dropFirst()).allSatisfy(<) else {
                throw ValidationError("--sizes must be ascending numbers from 0 to 100, such as 5,12,30, not “\(sizes)”.")
            }
            var rules = EvaluationRules()
            rules.neededOverlap = iou
            rules.sizes = DetectionScore.FaceSize.classes(from: bounds.map { $0 / 100 })
            rules.smallestFalse = falseFrom / 100
            rules.minimumConfidence = RequestSettings(minConfidence.map { [$0] } ?? []).stage.crop.limits.minimumConfidence
            rules.measuresHiding = hiding
            return rules
        }
    }

    func run() async throws {
        do {
            try await Interrupt.cancelling(evaluate)
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    @Sendable private func evaluate() async throws {
        // Before the work, which may take long.
        if let report, !overwrite { try OutputFile(path: report).checkAbsence() }
        let photos = try LabeledPhotos(manifest: manifest, photosIn: self.photos)
        guard let first = photos.photos.first else {
            throw BoundedCropError(
                .invalidArgument,
                "the manifest \(manifest.printable) has no photos to measure; those with \"robustness_only\": true do not count"
            )
        }
        guard photos.photos.contains(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            let folder = photos.folder.flatMap { $0.isEmpty ? nil : $0 } ?? "."
            throw BoundedCropError(
                .fileNotFound,
                "none of the \(photos.photos.count) photos of \(manifest.printable) is in the folder \(folder.printable) (the first is \(first.file.printable)): name their folder with --photos"
            )
        }
        let rules = try rules
        let detectors = try (detector.isEmpty ? ["yunet", "haar"] : detector).map { try makeDetector($0, rules) }
        let subjects = detectors.flatMap { detector in
            (accuracy.isEmpty ? DetectionAccuracy.allCases : accuracy).map { Evaluation.Subject(detector: detector, accuracy: $0) }
        }
        let progress = ProgressBar(total: subjects.count * photos.photos.count)
        let evaluations = try await Evaluation.all(of: subjects, on: photos, rules: rules, workers: .shared) { progress.step() }
        progress.clear()
        if json {
            for evaluation in evaluations { try StandardOutput.print(JSONText.text(EvaluationRecord(evaluation))) }
        } else {
            let text = EvaluationText(evaluations)
            let tables = [
                text.detections, text.attributes, text.hiding, text.calibration, text.padding, text.crops, text.framing, text.kinds,
                text.subjects,
            ].compactMap(\.self)
            try StandardOutput.print(tables.joined(separator: "\n\n"))
        }
        // Report an unreadable photo once, not for each detector.
        var reported: Set<Evaluation.Unreadable> = []
        for photo in evaluations.flatMap(\.unreadable) where reported.insert(photo).inserted {
            StandardError.print("boundedcrop: \(photo.file): left out: \(photo.reason)")
        }
        if let report {
            try AtomicFile.makeDirectory(for: report)
            try AtomicFile.write(Array(MissesPage(evaluations: evaluations, path: report).html.utf8), to: report, replacing: overwrite)
        }
        // Skipped photos are not a failure, but a detector without any measurement is.
        if evaluations.contains(where: \.detection.milliseconds.isEmpty) { throw ExitStatus.failure }
    }

    private func makeDetector(_ text: String, _ rules: EvaluationRules) throws -> any FeatureDetector {
        let expression = try DetectorExpression(text)
        var limits = DetectionLimits()
        // What a chain finds, and what is hidden, depends on the minimum itself.
        let dependsOnMinimum = hiding || expression.isChain
        limits.minimumConfidence = dependsOnMinimum ? rules.minimumConfidence : min(rules.minimumConfidence, Self.lowestConfidence)
        limits.hiding = RequestSettings(hide.map { [$0] } ?? []).stage.crop.hides
        let detector = try expression.makeDetector(limits: limits)
        let measured = hiding ? detector.forHiding : detector
        return detectionCache.map { CachingFeatureDetector(measured, folder: $0) } ?? measured
    }

    /// YuNet's less sure detections add 0.1 points to its average precision on WIDER FACE, and half as much again to its time.
    private static let lowestConfidence = 0.05
}

extension DetectionAccuracy: ExpressibleByArgument {}
