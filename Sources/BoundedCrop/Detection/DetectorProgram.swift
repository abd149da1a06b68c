/// A pool of running detector programs that speak the worker contract; one picture at a time each.
///
/// A program is started for each picture that is detected at the same time as others, and then waits for the next one.
final class DetectorProgram: Sendable {
    private let program: String
    private let arguments: [String]
    private let timeLimit: Duration
    private let startLimit: Duration
    private let endLimit: Duration
    private let advice: String?
    private let idle: IdlePrograms

    /// - Parameters:
    ///   - timeLimit: How long the program may take for one picture.
    ///   - startLimit: How much longer it may take for the first picture after its start.
    ///   - endLimit: How long it may take to end after it has closed its output.
    ///   - advice: What the error adds if it takes longer than that.
    ///   - mostIdle: How many programs may wait for their next picture; by default as many as the machine can run at once.
    init(
        program: String,
        arguments: [String],
        timeLimit: Duration,
        startLimit: Duration = .seconds(60),
        endLimit: Duration = LineProgram.usualEndLimit,
        advice: String? = nil,
        mostIdle: Int = Threads.processorCount
    ) {
        self.program = program
        self.arguments = arguments
        self.timeLimit = timeLimit.bounded
        self.startLimit = startLimit.bounded
        self.endLimit = endLimit
        self.advice = advice
        idle = IdlePrograms(most: mostIdle)
    }

    /// The features in pixels of the given pixels. Throws `detectionFailed`, or CancellationError if the current work is cancelled.
    func features(in pixels: PixelBuffer, accuracy: DetectionAccuracy) throws -> [Feature] {
        let request = try DetectorRequest(pixels, accuracy: accuracy)
        do {
            return try answer(to: request, about: pixels.size).features()
        } catch let failure as DetectorFailure {
            throw failure.error(of: program)
        }
    }

    private func answer(to request: DetectorRequest, about size: PixelSize) throws -> DetectorAnswer {
        // So that no program is stopped for a picture that it was not asked about.
        try Cancellation.checkCurrent()
        if let waiting = idle.take() {
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

    private func ask(_ running: LineProgram, _ request: DetectorRequest, about size: PixelSize) throws -> DetectorAnswer {
        let number = running.answerCount + 1
        let line = try running.answer(to: request.line(number: number), timeLimit: limit(of: running))
        let answer = try DetectorAnswer(line, about: size, number: number)
        idle.put(running)
        return answer
    }

    private func start() throws -> LineProgram {
        do {
            return try LineProgram(program: program, arguments: arguments, endLimit: endLimit)
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
        if let advice, case ChildProgram.Failure.tookTooLong = error, !running.hasAnswered { reason += "; \(advice)" }
        return DetectorFailure(reason, underlying: failure.underlying)
    }
}
