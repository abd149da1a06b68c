#if Service
import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "See all crops on a page, the worst first, and correct those that are not as wished; or what is hidden.",
        discussion: """
            It prints the address of a page, which works on this machine only, until it is stopped. On the page, a crop is dragged or \
            zoomed, or a region or a point says what matters. Corrections are saved at once in \(CorrectionFiles.name) beside the pictures, \
            or in the file of --corrections, and all later runs of crop and watch keep them. With --output, crops are made and renewed as \
            crop --update does.

            With --redact, the page shows whole pictures before and after their faces are hidden, with the places that are \
            uncertain first. A click covers a face that was missed, or shows one that was covered. All later runs that hide \
            faces keep that: effects, crop, video, the worker and the service.

            EXAMPLES
              Three shapes of each photo, made and reviewed:
                boundedcrop review photos --aspect 1:1 --aspect 16:9 --aspect 4:5 -o crops
              Only the corrections, in one file for all folders:
                boundedcrop review photos -r --size 300x300 --corrections fixes.jsonl
              What is hidden, before it is published:
                boundedcrop review photos --redact blur
                boundedcrop effects photos --redact blur --audit -o redacted
            """
    )

    @OptionGroup
    var configuration: ConfigurationOptions

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    @Option(help: ArgumentHelp("The port of the page (default: one that is free).", valueName: "n"))
    var port = 0

    @Option(help: ArgumentHelp("Review what is hidden in whole pictures, not crops.", valueName: "blur|pixelate|color"))
    var redact: String?

    @OptionGroup(title: "Input")
    var batch: BatchOptions

    @OptionGroup(title: "Input")
    var reading: ReadingOptions

    @OptionGroup
    var crop: CropOptions

    mutating func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...': the files and folders to review.") }
        for input in inputs where ![.file, .folder].contains(PictureInput(input)) {
            throw ValidationError("Only files and folders on this machine can be reviewed, not \(input.printable).")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535, not \(port).") }
        guard redact == nil else { return try checkRedaction() }
        try crop.checkHiding()
        let output = crop.output
        let others = [
            (output.plan, "--plan prints plans"), (output.json, "--json prints lines"),
            (crop.plans != nil, "--plans knows the crops already"), (output.overwrite, "--overwrite would make all crops again"),
            (output.skipExisting, "--skip-existing would keep crops of before"),
            (output.newer, "--newer would keep crops of before"), (crop.shape.table.has(.eachFace), "--each-face has crops of faces alone"),
            (crop.prune, "--prune is for runs of crop"), (crop.dryRun, "--dry-run writes nothing"),
            (crop.widths.manifest != nil, "--manifest is for runs of crop"), (crop.noFaceTo != nil, "--no-face-to sorts crops by folders"),
            (crop.warnNoFace, "--warn-no-face is about how a run ends"),
        ]
        if let other = others.first(where: \.0) {
            throw ValidationError("review shows crops, and makes those that would differ: \(other.1).")
        }
        if output.output != nil {
            crop.update = true
            try crop.validate()
        }
        if crop.shape.keepsWholePicture, crop.widths.srcset.isEmpty {
            throw ValidationError("There is nothing to review without a shape: add --size, --aspect, --preset or --srcset.")
        }
    }

    private func checkRedaction() throws {
        if let name = crop.givenForCrops.sorted().first {
            throw ValidationError("--redact shows what is hidden in whole pictures, and --\(name) is for crops.")
        }
        if let name = crop.detection.given.first(where: { !DetectionOptions.ofHiding.contains($0) }) {
            throw ValidationError("--redact and --\(name) cannot be used together: the page says what else is hidden.")
        }
        _ = try redaction()
    }

    /// What hides faces, and how they are found; nil if crops are reviewed.
    private func redaction() throws -> (redact: Redact, search: RedactionSearch)? {
        guard let redact else { return nil }
        let detection = crop.detection
        let accuracy = detection.table.has(.accuracy) ? detection.crop.accuracy : nil
        return try usage {
            (
                try EffectExpression.redaction(redact),
                try RedactionSearch(detection.crop, accuracy: accuracy, cachedIn: detection.detectionCache)
            )
        }
    }

    func run() async throws {
        let sources = PictureSources(
            decoding: reading.decodingOptions(keepProfile: crop.output.keepProfile),
            downloads: nil,
            objects: ObjectStorage(),
            readsSidecars: crop.detection.usesEmbeddedRegions
        )
        if let (redact, search) = try redaction() {
            let pictures = try await found(files(sources, without: nil))
            let corrections = try crop.correcting.files(mayBeMissing: true)
            let reading = ReviewPictures(sources: sources, workers: Batch.Workers(threadCount: batch.jobs))
            return try await serve(pictures, corrections, RedactionReviewWork(redact, search, corrections, reading))
        }
        var planning = crop
        (planning.update, planning.output.output, planning.output.plan) = (false, nil, true)
        let names = OutputNames(namedCount: 100_000, isRepeatable: true)
        let maker = try crop.output.output.map { _ in try crop.makeJob(reading, verbose: false, names: names, mayLackCorrections: true) }
        // What was detected for the crops is known to the page, too.
        planning.detection.detectionCache = try crop.detectionFolder
        let planner = try planning.makeJob(reading, verbose: false, mayLackCorrections: true)
        let files = files(sources, without: maker.flatMap { crop.output.earlierOutputs($0.template) })
        let reporting = batch.reporting(json: false)
        let work = CropReviewWork(
            planner: planner,
            planning: Batch(files, from: sources, planner, threadCount: batch.jobs, reporting),
            making: maker.map { ($0, Batch(files, from: sources, $0, threadCount: batch.jobs, reporting)) }
        )
        try await serve(found(files), crop.correcting.files(mayBeMissing: true), work)
    }

    /// - Parameter earlier: What earlier runs have made, which is left out; nil if there is nothing.
    private func files(_ sources: PictureSources, without earlier: EarlierOutputs?) -> PictureFiles {
        let filter = InputFilter(earlier: earlier, excluded: batch.exclude, followsLinks: batch.followLinks, prefersRaw: reading.raw != nil)
        return PictureFiles(inputs: inputs, isRecursive: batch.recursive, objects: sources.objects, filter: filter)
    }

    /// The pictures to review. Ends with a message if there are none.
    private func found(_ files: PictureFiles) async throws -> [PictureEntry] {
        var pictures: [PictureEntry] = []
        for await found in files {
            switch found {
            case .success(let entry): pictures.append(entry)
            case .failure(let failure) where failure.isLeftOut: continue
            case .failure(let failure):
                StandardError.print("boundedcrop: \(failure.path.printable): \(failure.error.message)")
                throw ExitStatus.failure
            }
        }
        guard pictures.isEmpty else { return pictures }
        StandardError.print("boundedcrop: there are no pictures in \(inputs.map(\.printable).listed(3))")
        throw ExitStatus.failure
    }

    private func serve(_ pictures: [PictureEntry], _ corrections: CorrectionFiles, _ work: any ReviewWork) async throws {
        let review = Review(pictures, corrections: corrections, work)
        let what = pictures.count == 1 ? "1 picture" : "\(pictures.count) pictures"
        do {
            try await ReviewServer(review, port: port).run { address in
                // Without its address, the page is of no use.
                try? StandardOutput.print("Review \(what) at \(address)")
            }
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }
}
#endif
