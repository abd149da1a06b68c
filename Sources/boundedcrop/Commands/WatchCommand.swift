import ArgumentParser
import BoundedCrop

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Crop the pictures in folders, and new ones as they arrive, until stopped.",
        discussion: """
            At the start, it makes the crops that are missing or older than their pictures. Then it waits for pictures that are written or \
            moved to the folders, and crops each one when it is complete, and again when it changes. It may be stopped at any time: the \
            next start continues.

            EXAMPLES
              Square thumbnails of what is put into a folder:
                boundedcrop watch uploads --size 300x300 -o thumbnails
              With the folders in it, in two sizes, printing each crop as JSON:
                boundedcrop watch photos --recursive --size 96x96 --size 900x600 \\
                  -o 'out/{name}-{width}.{ext}' --json
              Two folders, as WebP, into a folder inside of one:
                boundedcrop watch photos uploads --size 300x300 --format webp \\
                  -o photos/thumbs

            SIGTERM and Ctrl-C end it with status 0. See docs/command.md for a systemd unit.
            """
    )

    @OptionGroup
    var configuration: ConfigurationOptions

    @Argument(help: ArgumentHelp("The folders to watch.", valueName: "folder"), completion: .directory)
    var folders: [String] = []

    @OptionGroup(title: "Input")
    var batch: BatchOptions

    @OptionGroup(title: "Input")
    var reading: ReadingOptions

    @OptionGroup
    var crop: CropOptions

    mutating func validate() throws {
        guard !folders.isEmpty else { throw ValidationError("Missing expected argument '<folder> ...': the folders to watch.") }
        for folder in folders {
            if folder.isEmpty { throw ValidationError("A folder is empty: name a folder to watch.") }
            switch PictureInput(folder) {
            case .standardInput, .url, .object, .objects:
                throw ValidationError("Only folders on this machine can be watched, not \(folder.printable).")
            case .file:
                if AtomicFile.exists(folder) { throw ValidationError("\(folder.printable) is not a folder: name the folder it is in.") }
            case .folder: break
            }
        }
        try crop.checkHiding()
        let output = crop.output
        let others = [
            (output.plan, "--plan writes nothing"), (output.overwrite, "--overwrite would make all crops again at each start"),
            (crop.update, "--update is for runs that end"), (crop.widths.manifest != nil, "--manifest is for runs that end"),
            (crop.dryRun, "--dry-run writes nothing"), (crop.names != nil, "--names is for one picture"),
            (output.skipExisting, "--skip-existing would not renew the crops of pictures that change"),
            (crop.warnNoFace, "--warn-no-face is about how a run ends, and watching does not"),
            (output.isObject, "its outputs are files on this machine, not objects"),
            (output.writesToStandardOutput, "its outputs are files, and --output - is for one picture"),
        ]
        if let other = others.first(where: \.0) { throw ValidationError("watch writes what is missing or older: \(other.1).") }
        if crop.widths.srcset.isEmpty, try output.template(shapeCount: 1, eachFace: true).hasHash {
            throw ValidationError("watch writes what is missing or older, and with {hash}, names do not tell that: leave it out.")
        }
        if let constant = try output.constantPath {
            throw ValidationError("All outputs would be \(constant): use a folder, or add {name}.")
        }
    }

    func run() async throws {
        var crop = crop
        crop.output.newer = true
        crop.sayWhatIsSeldomMeant(batch, of: folders)
        let prefersRaw = reading.raw != nil
        let names = OutputNames(namedCount: 100_000, isRepeatable: true) { InputFilter.leavesOut($0, for: $1, prefersRaw: prefersRaw) }
        let job = try crop.makeJob(reading, verbose: batch.verbose, names: names)
        let earlier = try earlierOutputs(job)
        let reporting = batch.reporting(json: crop.output.json)
        let isTold = reporting.summarizes
        let pictures: WatchedPictures
        do {
            pictures = WatchedPictures(
                in: folders,
                isRecursive: batch.recursive,
                filter: InputFilter(
                    earlier: earlier,
                    excluded: batch.exclude,
                    followsLinks: batch.followLinks,
                    prefersRaw: prefersRaw
                ),
                outputs: job.names,
                watch: try FolderWatch()
            ) { count in
                if isTold { StandardError.print("boundedcrop: watching \(count) folder\(count == 1 ? "" : "s")") }
            }
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
        let decoding = reading.decodingOptions(keepProfile: crop.output.keepProfile)
        let readsSidecars = crop.detection.usesEmbeddedRegions
        let sources = PictureSources(decoding: decoding, downloads: nil, objects: ObjectStorage(), readsSidecars: readsSidecars)
        let files = PictureFiles(inputs: folders, isRecursive: batch.recursive, objects: sources.objects)
        try await Watcher(pictures: pictures, batch: Batch(files, from: sources, job, threadCount: batch.jobs, reporting)).run()
    }

    /// What is no picture to crop. The folders of the outputs are made first, so that they are known when they appear.
    private func earlierOutputs(_ job: OutputJob) throws -> EarlierOutputs? {
        do {
            for template in [job.template, job.templateWithoutFaces].compactMap(\.self) where !template.folder.isEmpty {
                try AtomicFile.makeDirectory(for: template.folder + "-")
            }
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
        let earlier = crop.output.earlierOutputs(job.template, otherFolder: crop.noFaceTo)
        if let folder = folders.first(where: { earlier?.replacesPictures(in: $0) == true }) {
            throw ValidationError("The crops would replace the pictures in \(folder.printable): use another folder, or add {width}.")
        }
        return earlier
    }
}
