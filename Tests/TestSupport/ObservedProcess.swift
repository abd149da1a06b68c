internal import Foundation

/// A process that is not awaited here.
package struct ObservedProcess: Sendable {
    package let identifier: Int32

    package init(_ identifier: Int32) {
        self.identifier = identifier
    }

    /// By the number that it wrote to a file, or nil if there is none yet.
    package init?(numberIn path: String) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let number = Int32(text.dropLast()) else { return nil }
        identifier = number
    }

    /// Whether nothing is left of it, not even a status that its parent has not collected.
    package var isGone: Bool { kill(identifier, 0) != 0 && errno == ESRCH }

    /// Whether it has ended, even if init has yet to collect its status.
    package var hasEnded: Bool {
        guard let line = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else { return true }
        return line.split(separator: ") ").last?.first == "Z"
    }
}
