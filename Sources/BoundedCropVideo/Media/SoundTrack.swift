internal import BoundedCrop

extension SpeechEnergy {
    private static let sampleRate = 16_000

    /// Goes through the first sound of a video. Blocks.
    ///
    /// - Returns: Nil without sound.
    /// - Throws: `CancellationError`; `malformedImage` and `missingLibrary` if it cannot be read.
    init?(of source: VideoSource) throws {
        guard let sound = source.file.streams.first(where: { $0.codecType == "audio" }) else { return nil }
        // Times begin as those of the frames do.
        let timed = "aresample=\(Self.sampleRate):async=1:first_pts=0"
        let filter = timed + ",highpass=f=200,lowpass=f=3500,aformat=sample_fmts=s16:channel_layouts=stereo"
        let arguments = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error"] + FFmpeg.input(source.path)
        let output = ["-map", "0:\(sound.index)", "-af", filter, "-f", "s16le", "pipe:1"]
        let errors = FFmpegErrors()
        let program = try FFmpeg.ffmpeg.start(arguments + output) { errors.take($0) }
        self.init()
        let count = Self.sampleRate / Self.rate
        try FFmpeg.ffmpeg.translating(errors) {
            while true {
                let bytes = try program.read(count * 4)
                guard bytes.count == count * 4 else { break }
                let (left, right) = Self.meanSquares(bytes)
                add(left: left, right: right)
            }
            let status = try program.end()
            if status != 0 { throw FFmpeg.ffmpeg.failure(errors.lines, status: status) }
        }
    }

    /// Of samples of 16 bits, for two channels.
    private static func meanSquares(_ bytes: [UInt8]) -> (left: Double, right: Double) {
        bytes.withUnsafeBytes { buffer in
            var sums = SIMD2<Double>.zero
            for place in stride(from: 0, to: buffer.count, by: 4) {
                let samples = SIMD2(
                    Double(Int16(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: Int16.self))),
                    Double(Int16(littleEndian: buffer.loadUnaligned(fromByteOffset: place + 2, as: Int16.self)))
                )
                sums += samples * samples
            }
            let means = sums / (Double(bytes.count / 4) * 32_768 * 32_768)
            return (means.x, means.y)
        }
    }
}
