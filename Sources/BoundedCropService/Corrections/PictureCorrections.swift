internal import BoundedCrop
internal import BoundedCropRendering

/// What was corrected of one picture.
struct PictureCorrections: Sendable {
    /// Nothing.
    static let none = PictureCorrections(all: nil, pictures: [])

    private let all: Corrections?
    private let pictures: [Corrections.Picture]

    /// - Parameters:
    ///   - all: Those of all pictures.
    ///   - pictures: The names of the picture.
    init(all: Corrections?, pictures: [Corrections.Picture]) {
        (self.all, self.pictures) = (all, pictures)
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
        Corrections.correctRedactions(&request, with: all.corrections(of: pictures), in: size)
        return request
    }

    /// What is asked of a picture of a size, corrected.
    func corrected(_ request: RenderRequest, in size: PixelSize) -> RenderRequest {
        guard let all else { return request }
        var request = request
        Corrections.correct(&request, with: all.corrections(of: pictures, for: request, in: size), in: size)
        return request
    }
}
