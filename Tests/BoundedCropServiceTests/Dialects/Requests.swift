import BoundedCropRendering

@testable import BoundedCropService

extension ImageURL {
    /// What the URL asks for.
    func request() throws -> RenderRequest { try DialectRequest(self).request }
}

extension DialectRequest {
    /// The request in thumbor's grammar.
    var url: ImageURL { (try? thumborURL()) ?? ImageURL(image: "thumbor has no words for \(request)") }

    /// How a URL in thumbor's grammar is written, whatever the order of its filters is, with sizes that are rounded to the nearest pixel, as
    /// all others have them. What follows a tab is no part of it.
    static func canonicalText(_ text: String) throws -> String {
        let parts = text.split(separator: "\t", maxSplits: 1)
        var asked = try DialectRequest(ImageURL(instructions: String(parts[0])))
        for index in asked.request.earlier.indices { asked.request.earlier[index].target.roundsLikeThumbor = false }
        asked.request.last.target.roundsLikeThumbor = false
        let url = asked.url.description
        return parts.count > 1 ? "\(url)\t\(parts[1])" : url
    }
}
