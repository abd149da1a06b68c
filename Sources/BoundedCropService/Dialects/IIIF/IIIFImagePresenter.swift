internal import HTTPTypes

/// Adds the links of an IIIF picture: its canonical URL, and the level of the API.
struct IIIFImagePresenter: AnswerPresenter {
    /// The URL of the picture as such.
    let base: String
    let image: IIIFImage

    var variant: String { "" }
    var headers: HTTPFields { HTTPFields() }

    func present(_ answer: inout Answer, of geometry: PictureGeometry?) {
        let profile = "<\(image.version.profile)>;rel=\"profile\""
        let canonical = geometry.map { "<\(base)/\(image.canonicalParameters($0))>;rel=\"canonical\", " }
        answer.headers[.link] = (canonical ?? "") + profile
    }
}
