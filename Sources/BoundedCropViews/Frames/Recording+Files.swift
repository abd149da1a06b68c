public import BoundedCrop

extension Recording {
    /// Encodes the recording as an animated WebP that repeats forever.
    ///
    /// This blocks while drawing and encoding: on the main actor, use `writeWebP(to:)` or a worker pool.
    ///
    /// - Throws: `invalidArgument` for a setting out of range, `encodingFailed` when nothing was shown, and what the codec throws.
    public func encodedWebP(_ compression: ImageEncoding.WebPCompression = .lossy()) throws -> [UInt8] {
        let animation = try AnimationWriter(size: size, encoding: .webp(compression))
        try forEachFrame { try animation.add($0.picture, for: $0.duration) }
        return try animation.finish()
    }

    /// Writes the recording as an animated WebP, on one of the pool's threads. An existing file is replaced.
    /// - Throws: What `encodedWebP(_:)` throws, and `unwritableFile`.
    public func writeWebP(
        to path: String,
        _ compression: ImageEncoding.WebPCompression = .lossy(),
        on workers: WorkerPool = .shared
    ) async throws {
        try await workers.run { _ in
            try AtomicFile.makeDirectory(for: path)
            try AtomicFile.write(encodedWebP(compression), to: path, replacing: true)
        }
    }

    /// Writes every frame as a PNG, `0001.png` and so on, on one of the pool's threads. The folder is created if needed.
    ///
    /// Existing files of the same names are replaced; others stay.
    /// - Returns: The number of files written.
    /// - Throws: `unwritableFile`, `CancellationError`, and what drawing throws.
    @discardableResult
    public func writePNGs(to folder: String, on workers: WorkerPool = .shared) async throws -> Int {
        try await workers.run { cancellation in
            var count = 0
            try AtomicFile.makeDirectory(for: folder + "/0001.png")
            try forEachFrame { frame in
                try cancellation.check()
                count += 1
                let number = String(count)
                let name = String(repeating: "0", count: max(0, 4 - number.count)) + number
                let bytes = try frame.picture.blocking.encoded(as: .png())
                try AtomicFile.write(bytes, to: "\(folder)/\(name).png", replacing: true)
            }
            return count
        }
    }
}
