internal import Foundation

/// Videos that ffmpeg makes for a test, and what it says of them.
package enum FFmpegVideo {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs ffmpeg in a folder; the line is split at spaces, and text in single quotes is one argument.
    package static func make(_ line: String, in folder: TemporaryFolder) throws {
        _ = try run("ffmpeg", ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"] + words(line), in: folder)
    }

    /// What ffprobe prints for a line, without spaces at its ends.
    package static func probe(_ line: String, in folder: TemporaryFolder) throws -> String {
        try run("ffprobe", ["-hide_banner", "-loglevel", "error", "-of", "csv=p=0"] + words(line), in: folder)
    }

    /// The hash of the packets of a stream as they are, with their times.
    package static func packets(of stream: String, in file: String, _ folder: TemporaryFolder) throws -> String {
        let arguments = [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-i", file, "-map", "0:\(stream)", "-c", "copy", "-f", "md5", "-",
        ]
        return try run("ffmpeg", arguments, in: folder)
    }

    /// A frame as PNG, by its number.
    package static func frame(_ number: Int, of file: String, in folder: TemporaryFolder) throws -> [UInt8] {
        let filter = "select=eq(n\\,\(number)),setsar=1"
        let arguments = ["-nostdin", "-loglevel", "error", "-y", "-i", file, "-map", "0:V:0", "-vf", filter, "-frames:v", "1", "frame.png"]
        _ = try run("ffmpeg", arguments, in: folder)
        return try [UInt8](Data(contentsOf: folder.url.appendingPathComponent("frame.png")))
    }

    /// The times of the frames, in seconds.
    package static func times(of file: String, in folder: TemporaryFolder) throws -> [Double] {
        try probe("-select_streams V:0 -show_entries frame=pts_time -i \(file)", in: folder)
            .split(separator: "\n").compactMap { line in line.split(separator: ",").first.flatMap { Double($0) } }
    }

    private static func words(_ line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }

    private static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder.url
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let message = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(program) \(arguments): \(message)") }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
