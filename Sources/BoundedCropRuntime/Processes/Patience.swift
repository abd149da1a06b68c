/// How long a program is waited for.
///
/// Time counts only while it is waited for, in the steps of the waiting: not while the computer sleeps, or this process is stopped.
package struct Patience: Sendable {
    /// How long it may do nothing. What it writes does not count, and less work than a thousandth of this time neither: a program that hangs may
    /// go on to say how far it is.
    var idle: Duration
    /// How long it may work, but neither read nor write, such as when it completes a large file.
    var silent: Duration
    private var waited = (idle: Duration.zero, silent: Duration.zero)
    private var worked = Duration.zero

    package init(idle: Duration = .seconds(120), silent: Duration = .seconds(3600)) {
        (self.idle, self.silent) = (idle, silent)
    }

    /// It has read or written something.
    mutating func progressed() {
        waited.silent = .zero
    }

    /// It was waited for in vain.
    ///
    /// - Parameters:
    ///   - duration: For how long.
    ///   - processorTime: How long processors have worked for it until now; nil if it has ended. Not always asked for.
    /// - Throws: `ChildProgram.Failure.madeNoProgress` when that is enough.
    mutating func waitedInVain(_ duration: Duration, processorTime: () -> Duration?) throws {
        waited.idle += duration
        waited.silent += duration
        guard waited.silent < silent else { throw ChildProgram.Failure.madeNoProgress(waited.silent) }
        guard waited.idle >= idle else { return }
        let now = processorTime() ?? worked
        guard now - worked >= idle / 1000 else { throw ChildProgram.Failure.madeNoProgress(waited.idle) }
        (waited.idle, worked) = (.zero, now)
    }
}
