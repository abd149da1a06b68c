import ArgumentParser
import BoundedCrop
import BoundedCropVideo

struct FormatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats that can be read and written.",
        discussion: """
            The libraries for \(ImageFormat.opened.map(\.format).titles) are opened when a file needs them. If one is missing, the list \
            names the package to install. Videos need the programs ffmpeg and ffprobe, which are listed, too.

            EXAMPLES
              boundedcrop formats
              boundedcrop formats --json
            """
    )

    @Flag(help: "Print one JSON object per line for each format.")
    var json = false

    func run() throws {
        let formats = ImageFormat.allCases.map(\.support)
        if json {
            for format in formats { try StandardOutput.print(JSONText.text(FormatRecord(format))) }
            for program in FFmpeg.allCases { try StandardOutput.print(JSONText.text(ProgramRecord(program))) }
        } else {
            try StandardOutput.print(Self.table(formats))
        }
    }

    private static func table(_ formats: [FormatSupport]) -> String {
        let head = ["format", "read", "write", "library", "file names"]
        let rows =
            formats.map { support in
                [
                    support.format.title, support.isReadable ? "yes" : "no", support.isWritable ? "yes" : "no",
                    [support.library, support.version].compactMap { $0 }.joined(separator: " "),
                    support.failure?.message ?? support.format.fileExtensions.map { "." + $0 }.joined(separator: " "),
                ]
            }
            + FFmpeg.allCases.map { program in
                let record = ProgramRecord(program)
                return [
                    "video", record.error == nil ? "yes" : "no", record.error == nil ? "yes" : "no", "\(program) \(record.version ?? "")",
                    record.error ?? "",
                ]
            }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        return ([head] + rows).map { row in
            let cells = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (cells + [row[row.count - 1]]).joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// A line of `formats --json`.
private struct FormatRecord: Encodable {
    let format: ImageFormat
    let mediaType: String
    let extensions: [String]
    let readable: Bool
    let writable: Bool
    let library: String?
    let version: String?
    let error: String?

    init(_ support: FormatSupport) {
        format = support.format
        mediaType = support.format.mediaType
        extensions = support.format.fileExtensions
        (readable, writable) = (support.isReadable, support.isWritable)
        (library, version) = (support.library, support.version)
        error = support.failure?.message
    }
}

/// A line of `formats --json` about a program that videos need.
private struct ProgramRecord: Encodable {
    let program: String
    let version: String?
    let error: String?

    init(_ program: FFmpeg) {
        self.program = program.rawValue
        do {
            (version, error) = (try program.version, nil)
        } catch {
            (version, self.error) = (nil, (error as? BoundedCropError)?.message ?? "\(error)")
        }
    }
}
