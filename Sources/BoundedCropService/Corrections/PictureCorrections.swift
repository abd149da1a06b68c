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

    /// What is asked of an upload of a size, and the words of what was corrected. One that asks for no faces says where it is cropped.
    func corrected(_ request: RenderRequest, in size: PixelSize) -> (request: RenderRequest, words: [String]) {
        var request = request
        guard request.last.crop.detects else { return (request, []) }
        let words = correct(&request, in: size)
        return (request, words)
    }

    /// Changes what is asked of a picture of a size.
    ///
    /// - Returns: The words of what was corrected.
    func correct(_ request: inout RenderRequest, in size: PixelSize) -> [String] {
        guard let all else { return [] }
        return Corrections.correct(&request, with: all.corrections(of: pictures, for: request, in: size))
    }
}
