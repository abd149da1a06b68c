import BoundedCrop
import BoundedCropRendering
import FoundationEssentials

/// Answers lines of standard input on standard output: see docs/worker.md.
final class Worker: Sendable {
    private let pool: WorkerPool
    private let maxLine: Int
    private let answers: AnswerWriter
    private let window: RequestWindow
    private let budget: AdmissionGate<WeightLimit>
    private let origins: OriginReader
    private let context = WorkerContext()

    private enum Request: Sendable {
        case picture(WorkerRequest)
        case video(WorkerVideo)
    }

    init(jobs: Int?, maxLine: Int, isOrdered: Bool, origins: OriginReader) {
        pool = WorkerPool(threadCount: jobs)
        self.maxLine = maxLine
        self.origins = origins
        answers = AnswerWriter(isOrdered: isOrdered)
        // Some requests wait in the pool, so that a thread that becomes free has its next one immediately; downloads continue alongside.
        let requests = 2 * pool.threadCount + Downloads.concurrent
        window = RequestWindow(requests: requests, bytes: maxLine)
        budget = Batch.budget(threadCount: pool.threadCount)
    }

    private struct Greeting: Encodable {
        let boundedcrop = BoundedCropVersion.current
        let `protocol` = 1
    }

    /// Works until the end of standard input, or until the task is cancelled or nobody reads the answers. What is in flight is finished.
    ///
    /// Throws what `StandardOutput.write` throws, `unreadableFile`, and `CancellationError`.
    func run() async throws {
        try StandardOutput.write(Array(JSONText.data(Greeting())) + [UInt8(ascii: "\n")])
        let reading = WorkerPool(threadCount: 1)
        let ending: Result<Void, any Error>
        do {
            ending = .success(try await reading.run { [self] cancellation in try readAll(cancellation) })
        } catch {
            ending = .failure(error)
        }
        await origins.finish()
        if let failure = answers.failure { throw failure }
        try ending.get()
    }

    private func readAll(_ cancellation: Cancellation) throws {
        defer { window.waitUntilEmpty() }
        var lines = LineReader(limit: maxLine)
        var number = 0
        while let line = try lines.next({
            try cancellation.check()
            if let failure = answers.failure { throw failure }
            try StandardOutput.checkReader()
        }) {
            window.enter(bytes: line.byteCount)
            start(line, number: number)
            number += 1
        }
    }

    /// Not a child task: what was taken is finished even if reading is cancelled.
    private func start(_ line: LineReader.Line, number: Int) {
        Task {
            let answer = await answer(to: line)
            let write: @Sendable () -> Void = { [self] in
                answers.write(answer, number: number) { [self] in window.leave(bytes: line.byteCount) }
            }
            // Without a thread, it is better to block than not to answer.
            do { try await pool.run(evenIfFull: true) { _ in write() } } catch { write() }
        }
    }

    private func answer(to line: LineReader.Line) async -> [UInt8] {
        var id = JSONNode.null
        do {
            let request: Result<Request, any Error>
            (id, request) = try await pool.run(evenIfFull: true) { [context] _ in
                let read = RequestLine(line)
                return (read.id, Result { try Self.request(read.members.get(), context) })
            }
            switch try request.get() {
            case .picture(let request): return try await answer(id, request)
            case .video(let video): return try WorkerAnswer(id: id, outcome: .success(await video.results())).line()
            }
        } catch {
            return WorkerAnswer.line(id, error)
        }
    }

    private static func request(_ members: JSONMembers, _ context: WorkerContext) throws -> Request {
        do {
            let isVideo = try members.peek("source", as: JSONMembers.self)?.contains("video") == true
            return isVideo ? .video(try WorkerVideo(members, context)) : .picture(try WorkerRequest(members, context))
        } catch let error as DecodingError {
            throw BoundedCropError(error)
        }
    }

    private func answer(_ id: JSONNode, _ request: WorkerRequest) async throws -> [UInt8] {
        let loaded = try await origins.loaded(request)
        let (work, cost) = try await pool.run(evenIfFull: true) { [origins] _ in
            let work = try origins.work(request, loaded)
            // Pictures that steps name are in memory too.
            let others = work.pictures.values.reduce(0) { $0 + $1.size.area * 4 }
            return (work, try work.request.cost(of: work.source).byteCount + others)
        }
        let (line, uploads) = try await budget.run(cost) {
            try await pool.run(evenIfFull: true) { _ in
                let finished = try work.results()
                return (try WorkerAnswer(id: id, outcome: .success(finished.map(\.result))).line(), finished.flatMap(\.uploads))
            }
        }
        for upload in uploads { try await upload.send(to: origins.objects) }
        return line
    }
}
