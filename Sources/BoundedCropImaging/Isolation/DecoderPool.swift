internal import Dispatch
internal import Synchronization

/// Helper processes that read pictures for this one, kept warm: what a file does to a decoder happens to a process that can do nothing else,
/// and that is replaced.
package final class DecoderPool: Sendable {
    package struct Settings: Sendable {
        /// A program that calls `DecoderHelper.run()` when started with `DecoderHelper.argument`.
        package var program: String
        /// How many helpers there are, each for a picture at a time.
        package var count = 1
        /// The largest pictures that are read.
        package var limits: ImageLimits
        /// How much memory a helper may take beyond what it starts with: some decoders take 12 bytes for a pixel of the whole picture.
        package var memoryBytes: Int
        /// How long a helper may use a processor for one call, in seconds.
        package var processorSeconds = 60
        /// How long one call may take.
        package var timeLimit = Duration.seconds(120)
        /// How far helpers stand back for other processes, 0...19.
        package var niceness = 0
        /// Told what happens to helpers, on a thread of the pool.
        package var onEvent: @Sendable (Event) -> Void = { _ in }

        package init(program: String, limits: ImageLimits = ImageLimits()) {
            self.program = program
            self.limits = limits
            memoryBytes = limits.maximumPixels * 12 + limits.maximumBytes + 64_000_000
        }

        /// Files come first in the shared memory, then what is made of them.
        var outputOffset: Int { (limits.maximumBytes + SharedMemory.pageSize - 1) / SharedMemory.pageSize * SharedMemory.pageSize }
        var outputCapacity: Int { max(limits.maximumPixels * 4, limits.maximumBytes) + 16_000_000 }
    }

    package enum Event: Sendable {
        case started
        /// One ended, for the reason, and by the signal if there was one.
        case ended(Reason, signal: Int32?)
        /// None can be started; it is tried again.
        case notStarted(BoundedCropError)
    }

    package enum Reason: String, Sendable, CaseIterable {
        /// It broke down, by a fault of its decoders or for want of memory.
        case crash
        /// It asked the system for something that a decoder needs not.
        case forbiddenCall = "forbidden-call"
        /// It used more of the processor than a call may.
        case processorTime = "processor-time"
        /// It took longer than a call may.
        case overdue
        /// What it answered cannot be.
        case nonsense
        /// Nobody waited for its answer any more.
        case cancelled
        /// Something else ended it, such as the system for want of memory.
        case killed
        /// It ended by itself.
        case exit
    }

    package let settings: Settings
    private let shelf: DecoderShelf
    private let lastPicture = Atomic<UInt64>(0)

    /// Starts the helpers. Throws `invalidArgument` when that cannot be done, with the reason.
    package init(_ settings: Settings) throws {
        self.settings = settings
        shelf = DecoderShelf(settings)
        try shelf.open()
    }

    deinit { shelf.close() }

    /// How many helpers there are at the moment.
    package var aliveCount: Int { shelf.aliveCount }

    /// Those that wait for work.
    var idleProcesses: [DecoderProcess] { shelf.idleProcesses }

    /// A number for a picture, never given before.
    func makePictureNumber() -> UInt64 { lastPicture.add(1, ordering: .relaxed).newValue }

    /// Makes calls to a helper that nobody else has meanwhile, one that knows the file, if there is one.
    ///
    /// Throws `decoderEnded` when the helper did not answer properly; it is then replaced.
    func withHelper<Result>(for file: IsolatedFile, _ body: (DecoderCalls) throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + settings.timeLimit
        let helper = try shelf.take(knowing: file.number, until: deadline)
        helper.process.allow(processorSeconds: settings.processorSeconds)
        let calls = DecoderCalls(helper.process.connection, knowing: helper.picture, settings, until: deadline)
        func giveBack() {
            calls.tidy()
            shelf.giveBack(LoadedDecoder(process: helper.process, picture: calls.knownPicture))
        }
        do {
            let result = try body(calls)
            giveBack()
            return result
        } catch let failure as DecoderConnection.Failure {
            shelf.replace(helper, failure)
            if case .cancelled = failure { throw CancellationError() }
            throw BoundedCropError(
                .decoderEnded,
                "the process that decodes pictures ended over this one: the file is broken, or asks for too much memory or time",
                underlying: failure
            )
        } catch {
            giveBack()
            throw error
        }
    }
}

extension DecoderPool: Hashable {
    package static func == (left: DecoderPool, right: DecoderPool) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension BoundedCropError.Code {
    /// The process that decodes pictures ended over this one.
    public static let decoderEnded = BoundedCropError.Code(rawValue: "decoderEnded")
    /// No process for decoding pictures was free in time.
    public static let decoderMissing = BoundedCropError.Code(rawValue: "decoderMissing")
}
