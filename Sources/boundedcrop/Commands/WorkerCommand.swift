import ArgumentParser
import BoundedCrop

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Answer requests, one per line, for programs in any language.",
        discussion: """
            Reads one JSON object per line from standard input, and answers each with one on standard output. Requests can contain \
            the options of crop; the options below apply to all requests. Requests may name any file and program: never accept \
            them from strangers.

            EXAMPLES
              boundedcrop worker < requests.jsonl
              Requests for a file, for a picture in the answer, and for a video, each
              of which is on one line there:
                {"id": 1, "source": {"path": "a.jpg"},
                 "outputs": [{"width": 300, "height": 300, "file": "b.jpg"}]}
                {"id": 2, "source": {"base64": "..."}, "scheme": "largest",
                 "outputs": [{"width": 96, "height": 96}]}
                {"id": 3, "source": {"video": "talk.mp4"},
                 "outputs": [{"aspect": "9:16", "file": "tall.mp4"}]}
              The second is answered by {"id": 2, "results": [{..., "image": "..."}]}.

            docs/worker.md lists all fields. The worker ends with its input; SIGTERM ends it after the requests that it has read.
            """
    )

    @Flag(help: "Answer each request as soon as it is done, in any order.")
    var unordered = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The number of requests to process at once (default: the number of cores).", valueName: "n")
    )
    var jobs: Int?

    @Option(help: ArgumentHelp("Refuse lines with more bytes than this.", valueName: "n"))
    var maxLine = 128 << 20

    @OptionGroup
    var correcting: CorrectionOptions

    @OptionGroup
    var reading: ReadingOptions

    @OptionGroup
    var objects: ObjectStorageOptions

    @OptionGroup
    var loading: LoadingOptions

    mutating func validate() throws {
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs).") }
        if maxLine < 1 { throw ValidationError("--max-line must be 1 or more, not \(maxLine).") }
    }

    func run() async throws {
        let origins = try OriginReader(
            reading: reading,
            loading: loading,
            corrections: correcting.files(),
            objects: loading.makeStorage(objects)
        )
        let worker = Worker(jobs: jobs, maxLine: maxLine, isOrdered: !unordered, origins: origins)
        do {
            try await Interrupt.cancelling { try await worker.run() }
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }
}
