internal import BoundedCrop
internal import CLibrary

/// The programs that read and write videos. Both belong to Debian's package `ffmpeg`.
package enum FFmpeg: String, CaseIterable, Sendable {
    case ffmpeg
    case ffprobe

    /// The formats that are read, by the names of ffmpeg. Playlists, which name other files, and pictures are not among them.
    private static let formats = [
        "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "mpegts", "mpeg", "flv", "asf", "ogg", "mxf", "nut", "ivf",
        "h264", "hevc", "obu", "mpegvideo", "m4v", "dv", "yuv4mpegpipe",
    ]

    /// Options before an input, a file that may have any name: it is read as this file, and nothing else is opened.
    static func input(_ path: String) -> [String] {
        ["-protocol_whitelist", "file,pipe", "-format_whitelist", formats.joined(separator: ","), "-i", "file:\(path)"]
    }

    /// The version of the program, such as `5.1.9-0+deb12u1`.
    ///
    /// - Throws: `missingLibrary` if it is not installed.
    package var version: String {
        get throws {
            let words = String(decoding: try run(["-version"]), as: UTF8.self).split(separator: " ")
            return words.count > 2 ? String(words[2]) : "?"
        }
    }

    /// What the program writes to its standard output, at most 16 MB.
    ///
    /// - Throws: `missingLibrary` if it is not installed, `malformedImage` with the last line of its errors if it fails.
    func run(_ arguments: [String]) throws -> [UInt8] {
        do {
            let output = try ChildProgram(program: rawValue, arguments: arguments).run(input: [], timeLimit: .seconds(600))
            guard output.status == 0 else {
                if String(decoding: output.standardError, as: UTF8.self).contains("not on whitelist") {
                    throw BoundedCropError(.malformedImage, "it is in no format of videos, or in one that is not read")
                }
                throw failure(output.standardError.lastLine.map { [$0] } ?? [], status: output.status)
            }
            return output.standardOutput
        } catch let failure as ChildProgram.Failure {
            throw translated(failure)
        }
    }

    /// Starts the program.
    ///
    /// - Throws: `missingLibrary` if it is not installed.
    func start(
        _ arguments: [String],
        patience: Patience = Patience(),
        hearing hear: @escaping (String) -> Void
    ) throws -> StreamingProgram {
        try translating { try StreamingProgram(program: rawValue, arguments: arguments, patience: patience, hearing: hear) }
    }

    /// Does what waits for the program. Its failures are errors with what it has said.
    func translating<Result>(
        code: BoundedCropError.Code = .malformedImage,
        _ errors: FFmpegErrors? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let failure as ChildProgram.Failure {
            throw translated(failure, errors?.lines ?? [], code)
        }
    }

    private func translated(
        _ failure: ChildProgram.Failure,
        _ lines: [String] = [],
        _ code: BoundedCropError.Code = .malformedImage
    ) -> BoundedCropError {
        switch failure {
        case .madeNoProgress(let duration):
            self.failure(["it did nothing for \(Int(duration.seconds.rounded())) s and was ended"] + lines, code: code)
        case .cannotStart(let reason):
            BoundedCropError(
                .missingLibrary,
                "videos need the program \(rawValue), which cannot be started (\(reason)): install the package ffmpeg"
            )
        case .tookTooLong: BoundedCropError(.malformedImage, "\(rawValue) did not end within 10 minutes")
        case .wroteTooMuch: BoundedCropError(.malformedImage, "\(rawValue) wrote more than can be read")
        }
    }

    /// An error of what it has said. A full disk and too little memory are the system's.
    ///
    /// - Parameter status: Its exit status, or 128 plus the number of the signal that ended it.
    func failure(_ lines: [String], status: Int32 = 1, code: BoundedCropError.Code = .malformedImage) -> BoundedCropError {
        let all = lines.map(Self.plain)
        if let full = all.first(where: { $0.contains("No space left on device") || $0.contains("Disk quota exceeded") }) {
            return BoundedCropError(.unwritableFile, "the video cannot be written: \(full)", underlying: SystemError.fullDisk)
        }
        // Linux ends what takes the most memory with this signal. This process ends programs so, too, but then knows why.
        let isKilled = status == 128 + SIGKILL
        if isKilled || all.contains(where: { $0.contains("Cannot allocate memory") }) {
            let why = isKilled ? "the system ended it, probably since memory ran out" : "memory ran out"
            return BoundedCropError(.outOfMemory, "\(rawValue): \(why): do less at once, or give it more memory")
        }
        let end = status > 128 ? "signal \(status - 128) ended it" : "it ended with status \(status), and did not say why"
        let quoted = all.isEmpty ? end : all.prefix(2).joined(separator: "; ")
        return BoundedCropError(code, "\(rawValue): \(quoted)")
    }

    /// A line without the marks of the part of ffmpeg that says it, and without the name of the file.
    private static func plain(_ line: String) -> String {
        var line = Substring(line)
        while line.hasPrefix("["), let end = line.firstIndex(of: "]") { line = line[line.index(after: end)...].drop { $0 == " " } }
        // What is wrong with a file comes last, after its name, which may be any text.
        if line.hasPrefix("file:"), let colon = line.indices.last(where: { line[$0...].hasPrefix(": ") }) {
            line = line[colon...].dropFirst(2)
        }
        return String(line.prefix(300))
    }
}

/// Collects what ffmpeg says is wrong.
final class FFmpegErrors {
    private(set) var lines: [String] = []
    private static let most = 20

    /// Takes a line, if ffmpeg marks it as an error.
    func take(_ line: String) {
        guard lines.count < Self.most, ["[error]", "[fatal]", "[panic]"].contains(where: { line.contains($0) }) else { return }
        lines.append(line)
    }
}
