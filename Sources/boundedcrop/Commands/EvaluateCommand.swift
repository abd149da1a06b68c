public import ArgumentParser
public import BoundedCrop
import BoundedCropEvaluation
import FoundationEssentials

struct EvaluateCommand: ParsableCommand {
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
            A weight is above 0 and at most 1, which is the default. Other keys are ignored.

            Instead of a manifest, the file may be COCO's JSON with the category "face", WIDER FACE's text, or lines of \
            file,x,y,width,height[,kind].

            When faces are measured, only features of the kind "face" from onnx:FILE and programs count; crops hold all kinds.

            EXAMPLES
              boundedcrop evaluate photos/manifest.json
              boundedcrop evaluate manifest.json --detector haar --accuracy high --json
              boundedcrop evaluate manifest.json --report misses.html
              boundedcrop evaluate manifest.json --detector yunet+haar --hiding
              boundedcrop evaluate subjects.json --detector yunet --accuracy low
              boundedcrop evaluate wider_face_val_bbx_gt.txt --photos WIDER_val/images
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

    @Flag(help: "Print one JSON object per line for each detector and accuracy.")
    var json = false

    @Option(help: ArgumentHelp("Write a page with the photos that have missed faces or false alarms.", valueName: "file"))
    var report: String?

    @Flag(help: "Replace the page of --report if it exists.")
    var overwrite = false

    @Flag(help: "Measure what --redact hides, including unconfirmed faces. Further detections of the same face count as wrong.")
    var hiding = false

    mutating func validate() throws {
        try LocalPath.check(manifest, for: "The manifest")
        try LocalPath.check(photos, for: "--photos")
        try LocalPath.check(report, for: "--report")
        if overwrite, report == nil { throw ValidationError("--overwrite needs --report.") }
        do {
            for name in detector { _ = try DetectorExpression(name) }
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    func run() throws {
        do {
            try evaluate()
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitCode.failure
        }
    }

    private func evaluate() throws {
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
        let detectors = try (detector.isEmpty ? ["yunet", "haar"] : detector).map { name in
            let detector = try DetectorExpression(name).makeDetector()
            return hiding ? detector.forHiding : detector
        }
        let subjects = detectors.flatMap { detector in
            (accuracy.isEmpty ? DetectionAccuracy.allCases : accuracy).map { Evaluation.Subject(detector: detector, accuracy: $0) }
        }
        let progress = ProgressBar(total: subjects.count * photos.photos.count)
        let evaluations = try subjects.map { try Evaluation(of: $0, on: photos) { progress.step() } }
        progress.clear()
        if json {
            for evaluation in evaluations { try StandardOutput.print(JSONText.text(EvaluationRecord(evaluation))) }
        } else {
            let text = EvaluationText(evaluations)
            let tables = [text.detections, text.padding, text.crops, text.framing, text.kinds, text.subjects].compactMap(\.self)
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
        if evaluations.contains(where: \.detection.milliseconds.isEmpty) { throw ExitCode.failure }
    }
}

extension DetectionAccuracy: ExpressibleByArgument {}
