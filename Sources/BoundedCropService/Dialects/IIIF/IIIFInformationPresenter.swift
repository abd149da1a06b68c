internal import BoundedCrop
internal import HTTPTypes

/// Makes `info.json` of a picture's size.
struct IIIFInformationPresenter: AnswerPresenter {
    private let base: String
    private let version: IIIFVersion
    private let maximumPixels: Int
    private let isLinkedData: Bool

    /// - Parameter accept: The client's `Accept`.
    init(_ base: String, _ version: IIIFVersion, maximumPixels: Int, accept: String?) {
        (self.base, self.version, self.maximumPixels) = (base, version, maximumPixels)
        isLinkedData = IIIFMediaType.isLinkedData(accept, version)
    }

    var variant: String { " \(version.rawValue) \(isLinkedData) \(base)" }

    var headers: HTTPFields {
        var headers: HTTPFields = [.vary: "Accept"]
        if !isLinkedData {
            headers[.link] = "<\(version.context)>;rel=\"http://www.w3.org/ns/json-ld#context\";type=\"application/ld+json\""
        }
        return headers
    }

    func present(_ answer: inout Answer, of geometry: PictureGeometry?) throws {
        guard let size = geometry?.source else { throw BoundedCropError(.internalError, "the size of the picture is not known") }
        let pyramid = IIIFPyramid(size, maximumPixels: maximumPixels)
        let bytes = try version == .three ? JSONText.data(IIIFInformation3(base, pyramid)) : JSONText.data(IIIFInformation2(base, pyramid))
        let linked = version == .three ? "application/ld+json;profile=\"\(version.context)\"" : "application/ld+json"
        answer = Answer(type: isLinkedData ? linked : "application/json", bytes: Array(bytes))
    }
}
