import BoundedCrop
import BoundedCropEffects
import BoundedCropEvaluation
import BoundedCropRendering

/// What is worked out about the pictures of a review, and the small pictures to look at.
protocol ReviewWork: Sendable {
    /// What is corrected.
    var subject: Corrections.Subject { get }
    /// Reads the pictures.
    var pictures: ReviewPictures { get }

    /// Finds out what there is to look at in a picture with its corrections.
    func examine(_ entry: PictureEntry) async -> ReviewFindings

    /// What is made of a picture in one of its shapes, small, as a JPEG.
    func picture(_ entry: PictureEntry, of shape: ReviewFindings.Shape, longSide: Int) async throws -> [UInt8]
}

/// What is known of a picture of a review with its corrections.
struct ReviewFindings: Sendable {
    /// What is made of a picture in one aspect.
    struct Shape: Sendable {
        let aspect: String
        /// Its size; nil if corrections leave it out.
        var size: PixelSize?
        /// Where it is cropped; nil if it is not.
        var record: CropRecord?
    }

    /// The worst first.
    var concerns: [CropConcern] = []
    /// One for each aspect.
    var shapes: [Shape] = []
    /// The size of the picture; nil for one that cannot be read.
    var size: PixelSize?
    /// Why it, or an output of it, failed.
    var error: String?
    /// What there is to hide; nil in a review of crops.
    var redaction: RedactionFindings?
}

/// Reads the pictures of a review, as many at once as there is memory for.
struct ReviewPictures: Sendable {
    let sources: PictureSources
    let workers: Batch.Workers

    /// How many pictures are examined at once.
    var width: Int { workers.pool.threadCount }

    /// - Parameter copies: How many pictures of its size are in memory at once.
    func read<Value: Sendable>(
        _ entry: PictureEntry,
        copies: Int = 1,
        _ body: @escaping @Sendable (ImageSource, Cancellation) throws -> Value
    ) async throws -> Value {
        let source = try await workers.pool.run { [sources] in try sources.read(entry, $0) }
        return try await workers.budget.run(copies * source.size.pictureBytes) {
            try await workers.pool.run { try body(source, $0) }
        }
    }

    /// The upright picture, as a JPEG.
    func original(_ entry: PictureEntry, longSide: Int) async throws -> [UInt8] {
        try await read(entry) { source, _ in
            try source.pixels(longSide: longSide).blocking.encoded(as: .jpeg(quality: 85))
        }
    }
}
