internal import Synchronization

/// A pool of running detector programs that speak the worker contract; one picture at a time each.
///
/// A program is started for each picture that is detected at the same time as others, and then waits for the next one. Programs that wait
/// are ended when the pool goes away.
final class DetectorProgram: Sendable {
    private let program: String
    private let arguments: [String]
    private let timeLimit: Duration
    private let startLimit: Duration
    private let idle = Mutex<[LineProgram]>([])

    /// How long programs may take to end when the pool goes away.
    private static let endLimit = Duration.milliseconds(500)

    /// - Parameters:
    ///   - timeLimit: How long the program may take for one picture.
    ///   - startLimit: How much longer it may take for the first picture after its start.
    init(program: String, arguments: [String], timeLimit: Duration, startLimit: Duration = .seconds(60)) {
        self.program = program
        self.arguments = arguments
        self.timeLimit = timeLimit.bounded
        self.startLimit = startLimit.bounded
    }

    deinit {
        let programs = idle.withLock(\.self)
        for program in programs { program.closeInput() }
        let deadline = ContinuousClock.now + Self.endLimit
        for program in programs { program.end(by: deadline) }
    }

    /// The features in pixels of the given pixels. Throws `detectionFailed`, or CancellationError if the current work is cancelled.
    func features(in pixels: PixelBuffer, accuracy: DetectionAccuracy) throws -> [Feature] {
        let request = try DetectorRequest(pixels, accuracy: accuracy).line()
        do {
            return try answer(to: request, about: pixels.size).features()
        } catch let failure as DetectorFailure {
            throw failure.error(of: program)
        }
    }

    private func answer(to request: [UInt8], about size: PixelSize) throws -> DetectorAnswer {
        // So that no program is stopped for a picture that it was not asked about.
        try Cancellation.checkCurrent()
        if let waiting = takeWaiting() {
            do {
                return try ask(waiting, request, about: size)
            } catch LineProgram.Failure.ended, LineProgram.Failure.wroteUnasked {
                // It may have ended, or gone on writing, after its last answer. That is not about this picture.
            } catch {
                throw described(error, of: waiting)
            }
        }
        let started = try start()
        do {
            return try ask(started, request, about: size)
        } catch {
            throw described(error, of: started)
        }
    }

    private func ask(_ running: LineProgram, _ request: [UInt8], about size: PixelSize) throws -> DetectorAnswer {
        let line = try running.answer(to: request, timeLimit: limit(of: running))
        let answer = try DetectorAnswer(line, about: size)
        idle.withLock { $0.append(running) }
        return answer
    }

    private func takeWaiting() -> LineProgram? {
        // One that has ended or written something else is killed by being forgotten.
        while let waiting = idle.withLock({ $0.popLast() }) {
            if waiting.isReady() { return waiting }
        }
        return nil
    }

    private func start() throws -> LineProgram {
        do {
            return try LineProgram(program: program, arguments: arguments)
        } catch {
            throw DetectorFailure(error, timeLimit: timeLimit) ?? error
        }
    }

    private func limit(of running: LineProgram) -> Duration { running.hasAnswered ? timeLimit : timeLimit + startLimit }

    /// The failure of a program, with the last line of its standard error. The program is stopped: it cannot be relied on any more.
    private func described(_ error: any Error, of running: LineProgram) -> any Error {
        running.stop()
        guard let failure = DetectorFailure(error, timeLimit: limit(of: running)) else { return error }
        var reason = failure.reason
        if let line = running.lastError { reason += "; its standard error ends with “\(line)”" }
        if case ChildProgram.Failure.tookTooLong = error, !running.hasAnswered {
            reason += "; a program that reads its input to the end has to be named “once:\(program)”"
        }
        return DetectorFailure(reason, underlying: failure.underlying)
    }
}
