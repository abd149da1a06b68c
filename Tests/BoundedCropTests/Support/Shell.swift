import Foundation

@testable import BoundedCrop

extension CommandDetector {
    /// A detector that runs a line of the shell.
    init(shell line: String, timeLimit: Duration = .seconds(60)) {
        self.init(program: "/bin/sh", arguments: ["-c", line], timeLimit: timeLimit)
    }
}

/// A process that is not awaited here.
struct ObservedProcess {
    let identifier: pid_t

    /// By the number that it wrote to a file, or nil if there is none yet.
    init?(numberIn path: String) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let number = pid_t(text.dropLast()) else { return nil }
        identifier = number
    }

    /// Whether nothing is left of it, not even a status that its parent has not collected.
    var isGone: Bool { kill(identifier, 0) != 0 && errno == ESRCH }

    /// Whether it has ended, even if init has yet to collect its status.
    var hasEnded: Bool {
        guard let line = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else { return true }
        return line.split(separator: ") ").last?.first == "Z"
    }
}
