internal import Dispatch
internal import Synchronization

/// A pool of helper processes that decode pictures for this one. If a file exploits or crashes a decoder, it affects only a sandboxed
/// process that is replaced.
package final class DecoderPool: Sendable {
    package struct Settings: Sendable {
        /// A program that calls `DecoderHelper.runIfAsked()`.
        package var program: String
        /// The number of helpers; each handles one picture at a time.
        package var count = 1
        /// The size limits of pictures.
        package var limits: ImageLimits
        /// How much memory a helper may allocate beyond what it starts with. Some decoders take 12 bytes per pixel of the whole picture.
        package var memoryBytes: Int
        /// The CPU time limit for one call, in seconds.
        package var processorSeconds = 60
        /// The time limit for one call.
        package var timeLimit = Duration.seconds(120)
        /// How long a picture waits for an idle helper. `nil` is as long as a call may take.
        var waitLimit: Duration?
        /// The nice value of helpers, 0...19.
        package var niceness = 0
        /// Whether helpers read drawings and nothing else.
        var isForDrawings = false
        /// Called on a thread of the pool for each event.
        package var onEvent: @Sendable (Event) -> Void = { _ in }

        package init(program: String, limits: ImageLimits = ImageLimits()) {
            self.program = program
            self.limits = limits
            memoryBytes = limits.maximumPixels * 12 + limits.maximumBytes + 64_000_000
        }

        /// The shared memory holds the file first, then the result.
        var outputOffset: Int { (limits.maximumBytes + SharedMemory.pageSize - 1) / SharedMemory.pageSize * SharedMemory.pageSize }
        var outputCapacity: Int { max(limits.maximumPixels * 4, limits.maximumBytes) + 16_000_000 }
    }

    package enum Event: Sendable {
        case started
        /// A helper ended, with the reason, and the signal if there was one.
        case ended(Reason, signal: Int32?)
        /// A helper could not be started; the pool will try again.
        case notStarted(BoundedCropError)
    }

    package enum Reason: String, Sendable, CaseIterable {
        /// It crashed because of a bug in a decoder or lack of memory.
        case crash
        /// It made a system call that decoders do not need.
        case forbiddenCall = "forbidden-call"
        /// It exceeded the CPU time limit of a call.
        case processorTime = "processor-time"
        /// It exceeded the time limit of a call.
        case overdue
        /// Its reply was invalid.
        case nonsense
        /// The call was cancelled.
        case cancelled
        /// Something else killed it, such as the system for lack of memory.
        case killed
        /// It exited.
        case exit
    }

    package let settings: Settings
    private let shelf: DecoderShelf
    private let lastPicture = Atomic<UInt64>(0)

    /// Starts the helpers. Throws `invalidArgument` with the reason if that fails.
    package init(_ settings: Settings) throws {
        self.settings = settings
        shelf = DecoderShelf(settings)
        try shelf.open()
    }

    deinit { shelf.close() }

    /// The number of running helpers.
    package var aliveCount: Int { shelf.aliveCount }

    /// The idle helpers.
    var idleProcesses: [DecoderProcess] { shelf.idleProcesses }

    /// A unique number for a picture.
    func makePictureNumber() -> UInt64 { lastPicture.add(1, ordering: .relaxed).newValue }

    /// Runs the body with exclusive use of a helper, preferably one that already has the file.
    ///
    /// Throws `decoderEnded` when the helper does not reply properly; it is then replaced.
    func withHelper<Result>(for file: IsolatedFile, _ body: (DecoderCalls) throws -> Result) throws -> Result {
        let helper = try shelf.take(knowing: file.number)
        helper.process.allow(processorSeconds: settings.processorSeconds)
        let calls = DecoderCalls(helper.process.connection, knowing: helper.picture, settings, until: .now + settings.timeLimit) {
            helper.process.allow(processorSeconds: self.settings.processorSeconds)
        }
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
                "the process that decodes pictures ended because of this one: \(settings.reasonOfEnd)",
                underlying: failure
            )
        } catch {
            giveBack()
            throw error
        }
    }
}

extension DecoderPool.Settings {
    /// Why a helper may have ended.
    fileprivate var reasonOfEnd: String {
        guard isForDrawings else { return "the file is damaged, or needs too much memory or time" }
        return "drawing it takes more than \(processorSeconds) seconds or \(memoryBytes / 1_000_000) MB"
    }
}

extension DecoderPool: Hashable {
    package static func == (left: DecoderPool, right: DecoderPool) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension BoundedCropError.Code {
    /// The process that decodes pictures ended while processing this one.
    package static let decoderEnded = BoundedCropError.Code(rawValue: "decoderEnded")
    /// No process for decoding pictures became free in time.
    package static let decoderMissing = BoundedCropError.Code(rawValue: "decoderMissing")
}
