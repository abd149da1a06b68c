internal import BoundedCrop
internal import BoundedCropRendering

/// What was corrected of one picture.
struct PictureCorrections: Sendable {
    /// Nothing.
    static let none = PictureCorrections(all: nil, pictures: [])

    private let all: Corrections?
    private let pictures: [Corrections.Picture]
    /// Another name of the picture, of whose corrections only those of redactions count; nil for none.
    private var redacted: Corrections.Picture?
    /// The SHA-256 of the picture; nil if it makes no difference.
    private let content: String?
    private let tell: @Sendable ([String]) -> Void

    /// - Parameters:
    ///   - all: Those of all pictures.
    ///   - pictures: The names of the picture.
    ///   - content: The SHA-256 of the picture; nil if it makes no difference.
    ///   - tell: What does not fit the picture, and is not used, is passed to this.
    init(
        all: Corrections?,
        pictures: [Corrections.Picture],
        content: String? = nil,
        tell: @escaping @Sendable ([String]) -> Void = { _ in }
    ) {
        (self.all, self.pictures, self.content, self.tell) = (all, pictures, content, tell)
    }

    /// The same, with the redactions of the picture under another of its names.
    func redacting(
        _ name: Corrections.Picture,
        of all: Corrections,
        tell: @escaping @Sendable ([String]) -> Void
    ) -> PictureCorrections {
        guard !pictures.contains(name) else { return self }
        var more = PictureCorrections(all: self.all ?? all, pictures: pictures, content: content, tell: tell)
        more.redacted = name
        return more
    }

    /// Those of the picture's other name.
    private var redactions: [Corrections.Correction] {
        all?.corrections(of: [redacted].compactMap(\.self)).filter { $0.redaction != nil } ?? []
    }

    /// Different for other corrections of what is asked of a picture of any size; empty for none.
    func key(of request: RenderRequest) -> String {
        let texts = all?.corrections(of: pictures, for: request, in: nil).map(\.text) ?? []
        return texts.isEmpty ? "" : "\n" + texts.joined(separator: "\n")
    }

    /// What is asked of an upload of a size, corrected. One that asks for no faces says where it is cropped, but not what its redactions hide.
    func corrected(upload request: RenderRequest, in size: PixelSize) -> RenderRequest {
        guard !request.last.crop.detects, let all else { return corrected(request, in: size) }
        var request = request
        Corrections.correctRedactions(&request, with: all.corrections(of: pictures).map { $0.noting(content) } + redactions, in: size)
        tell(request.corrected.notes)
        return request
    }

    /// What is asked of a picture of a size, corrected.
    func corrected(_ request: RenderRequest, in size: PixelSize) -> RenderRequest {
        guard let all else { return request }
        var request = request
        let found = all.corrections(of: pictures, for: request, in: size).map { $0.noting(content) }
        Corrections.correct(&request, with: found + (request.redacts ? redactions : []), in: size)
        tell(request.corrected.notes)
        return request
    }
}
