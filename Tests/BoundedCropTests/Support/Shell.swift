@testable import BoundedCrop

extension OneShotCommandDetector {
    /// A detector that runs a line of the shell.
    init(shell line: String, timeLimit: Duration = .seconds(600)) {
        self.init(program: "/bin/sh", arguments: ["-c", line], timeLimit: timeLimit)
    }
}

extension CommandDetector {
    /// A detector that runs a line of the shell. Unless it says so, no limit ends a program, however slow the machine is.
    init(
        shell line: String,
        timeLimit: Duration = .seconds(600),
        startLimit: Duration = .zero,
        endLimit: Duration = .seconds(600)
    ) {
        self.init("/bin/sh", ["-c", line], DetectionLimits(), timeLimit, startLimit, endLimit: endLimit)
    }
}

/// Lines of the shell for programs that are asked about many pictures.
enum WorkerLine {
    /// Runs the body for each picture: `$line` is what the program is told about it, `$n` its number, from 1.
    static func forEachPicture(_ body: String) -> String { "n=0; while read -r line; do n=$((n+1)); \(body); done" }

    /// Runs the body, and no more for this picture, if it is 13 pixels wide.
    static func ifUnlucky(_ body: String) -> String { "case \"$line\" in *'\"width\":13}') \(body); continue;; esac" }

    /// Answers that nothing was found.
    static let nothing = "echo '{\"features\": []}'"

    /// Answers with one feature, which is as many pixels wide as the program has been asked about pictures.
    static let counted = #"echo "{\"features\": [{\"x\": 0, \"y\": 0, \"width\": $n, \"height\": 9}]}""#
}
