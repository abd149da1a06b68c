internal import BoundedCrop

/// The streams of an output besides the video. All is known before it is written.
struct OutputStreams {
    /// Those that are copied or encoded, in the order of the output.
    private(set) var kept: [ProbedFile.Stream] = []
    private var arguments: [String] = []
    private var attachments: [Attachment] = []
    private var leftOut: [(stream: ProbedFile.Stream, why: String)] = []
    /// What becomes of streams that are neither copied nor left out.
    private var changes: [String] = []

    /// - Parameter keepsPictures: Whether cover pictures and attachments are kept.
    /// - Throws: `unwritableFile`, and `CancellationError` if the work on this thread is cancelled.
    init(of source: VideoSource, in container: Container, keepsPictures: Bool) throws {
        for stream in source.file.streams where stream.index != source.stream.index {
            var treatment = container.treatment(of: stream)
            if !keepsPictures, stream.isCover || stream.codecType == "attachment" {
                treatment = .leftOut(why: "it may show what was changed in the frames")
            }
            let place = kept.count + 1
            switch treatment {
            case .copied:
                // ffmpeg calls FLAC in MP4 experimental, though it has been standardized since.
                if stream.codec == "flac", container == .mp4 { arguments += ["-strict", "-2"] }
                arguments += ["-c:\(place)", "copy"]
                kept.append(stream)
            case .encoded(let encoder, let options):
                arguments += ["-c:\(place)", encoder] + options.sorted { $0.key < $1.key }.flatMap { ["\($0.key):\(place)", $0.value] }
                if stream.codecType == "audio" {
                    changes.append("\(stream.text) is encoded with \(encoder): \(container.rawValue) does not hold it as it is")
                }
                kept.append(stream)
            case .attached:
                do {
                    attachments.append(try Attachment(cover: stream, of: source))
                } catch let error as BoundedCropError where error.code == .malformedImage {
                    leftOut.append((stream, "it cannot be read"))
                }
            case .leftOut(let why): leftOut.append((stream, why))
            }
        }
    }

    /// The options that take them from an input.
    func arguments(from input: Int) -> [String] {
        kept.flatMap { ["-map", "\(input):\($0.index)"] } + arguments + ["-map_chapters", "\(input)", "-max_muxing_queue_size", "9999"]
            + attachments.enumerated().flatMap { $0.element.arguments(at: kept.count + 1 + $0.offset) }
    }

    /// What an output does not have of the source; one sentence each.
    ///
    /// - Parameter output: What was written. ffmpeg writes some streams anew, from tags and chapters.
    func notes(of source: VideoSource, output: ProbedFile) -> [String] {
        let missing = leftOut.filter { stream, _ in
            if stream.isTimeCode { return !output.hasTimeCode }
            return !stream.isChapterTitles || output.chapters.count < source.file.chapters.count
        }
        let frames = output.streams.first { $0.codecType == "video" && !$0.isCover }
        let losesAlpha = source.isTransparent && frames?.hasAlpha != true
        let losesBits = source.stream.hasHighDynamicRange && source.stream.hasDeepColors && frames?.hasDeepColors != true
        return missing.map { "\($0.stream.text) is left out: \($0.why)" } + changes
            + (losesAlpha ? ["the transparency of the frames is left out"] : [])
            + (losesBits ? ["8 bits are few for a high dynamic range, and may show steps"] : [])
    }
}

/// A picture that an output has as an attachment. Its file exists as long as this value or a copy.
struct Attachment {
    /// The types of the pictures that may be attached, by ffmpeg's names of codecs.
    static let mediaTypes = ["bmp": "image/bmp", "gif": "image/gif", "mjpeg": "image/jpeg", "png": "image/png", "webp": "image/webp"]

    private let file: TemporaryFile
    private let mediaType: String

    /// Reads a cover picture.
    ///
    /// - Throws: `malformedImage` if it cannot be read, `unwritableFile`.
    init(cover stream: ProbedFile.Stream, of source: VideoSource) throws {
        let quiet = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error"]
        let output = ["-map", "0:\(stream.index)", "-c", "copy", "-frames:v", "1", "-f", "data", "pipe:1"]
        file = try TemporaryFile(try FFmpeg.ffmpeg.run(quiet + FFmpeg.input(source.path) + output))
        mediaType = Self.mediaTypes[stream.codec ?? ""] ?? "application/octet-stream"
    }

    /// - Parameter place: The number of the stream in the output.
    func arguments(at place: Int) -> [String] {
        let name = "cover." + (mediaType == "image/jpeg" ? "jpg" : String(mediaType.dropFirst("image/".count)))
        let tags = ["mimetype=\(mediaType)", "filename=\(name)"]
        return ["-attach", file.path] + tags.flatMap { ["-metadata:s:\(place)", $0] }
    }
}

/// Which tags an output has: titles, names, dates and the like, of the file, of its streams and chapters.
struct OutputTags {
    /// Whether only rights and languages are kept, since others may name who is hidden.
    let hides: Bool
    /// Whether tags may say where the video was taken.
    let keepsPlace: Bool
    let container: Container

    /// The options that take tags from an input.
    ///
    /// - Parameter streams: Those of the output, in its order.
    func arguments(from input: Int, _ streams: [ProbedFile.Stream], _ file: ProbedFile) -> [String] {
        let all = [("-metadata", file.format.tags)] + streams.enumerated().map { ("-metadata:s:\($0.offset)", $0.element.tags) }
        // Only the tags that differ from what is copied are named.
        let own = all.flatMap { option, tags in
            (tags ?? [:]).filter { keeps($0.key, $0.value) == hides }.flatMap { [option, "\($0.key)=\(hides ? $0.value : "")"] }
        }
        let copied = hides ? ["", ":s", ":c"].flatMap { ["-map_metadata" + $0, "-1"] } : ["-map_metadata", "\(input)"]
        return copied + own + chapterTitles(file)
    }

    /// MP4 and MOV name a stream of chapters' titles, which ffmpeg leaves out if there are none: then, chapters are numbered.
    private func chapterTitles(_ file: ProbedFile) -> [String] {
        let isTitled = !hides && file.chapters.contains { $0.tags?["title"]?.isEmpty == false }
        guard container.isQuickTime, !isTitled else { return [] }
        return file.chapters.indices.flatMap { ["-metadata:c:\($0)", "title=\($0 + 1)"] }
    }

    private func keeps(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        // It says that VP8 and VP9 have transparency.
        if name == "alpha_mode" { return false }
        if Self.isPlace(name, value) { return keepsPlace }
        return !hides || ["copyright", "license", "language"].contains(name)
    }

    /// Whether a tag says where the video was taken, by its name or with coordinates (ISO 6709) under any name.
    private static func isPlace(_ name: String, _ value: String) -> Bool {
        ["location", "gps", "latitude", "longitude", "altitude", "iso6709", "geotag"].contains { name.contains($0) }
            || ["city", "country"].contains(name)
            || value.contains(/(^|\s)[+-]\d{2,6}(\.\d+)?[+-]\d{3,7}(\.\d+)?([+-]\d+(\.\d+)?)?(CRS\w+)?\/(\s|$)/)
    }
}
