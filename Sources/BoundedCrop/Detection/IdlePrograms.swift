internal import Synchronization

/// Running programs that wait for their next picture. They are ended when this value goes away.
final class IdlePrograms: Sendable {
    /// The one that was put back last is the last.
    private let programs = Mutex<[LineProgram]>([])
    private let most: Int

    /// How long programs may take to end that are not needed any more.
    private static let endLimit = Duration.milliseconds(500)

    /// - Parameter most: How many programs may wait. Those that have waited longest are ended when there are more.
    init(most: Int) {
        self.most = max(0, most)
    }

    deinit {
        Self.end(programs.withLock(\.self))
    }

    /// Takes the program that was put back last.
    func take() -> LineProgram? {
        let (taken, unready) = programs.withLock { programs in
            let unready = programs.removeUnready()
            return (programs.popLast(), unready)
        }
        for program in unready { program.stop() }
        return taken
    }

    /// Puts back a program that has answered.
    func put(_ program: LineProgram) {
        let (surplus, unready) = programs.withLock { programs in
            let unready = programs.removeUnready()
            programs.append(program)
            let surplus = Array(programs.dropLast(most))
            programs.removeFirst(surplus.count)
            return (surplus, unready)
        }
        for program in unready { program.stop() }
        Self.end(surplus)
    }

    private static func end(_ programs: [LineProgram]) {
        for program in programs { program.closeInput() }
        let deadline = ContinuousClock.now + endLimit
        for program in programs { program.end(by: deadline) }
    }
}

extension [LineProgram] {
    /// Removes those that have ended, or have written something that nobody asked for.
    fileprivate mutating func removeUnready() -> [LineProgram] {
        let unready = filter { !$0.isReady() }
        removeAll { program in unready.contains { $0 === program } }
        return unready
    }
}
