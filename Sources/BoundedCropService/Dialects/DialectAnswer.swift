internal import BoundedCrop
internal import HTTPTypes

/// How a request is answered.
enum DialectAnswer: Sendable {
    /// With the picture, or with its plan if the URL asks for that.
    case picture
    /// The same, completed in the way of the dialect.
    case presented(any AnswerPresenter)
    /// With another URL (303 See Other), without looking for the picture.
    case redirect(to: String)

    var presenter: (any AnswerPresenter)? {
        if case .presented(let presenter) = self { presenter } else { nil }
    }
}

/// Completes answers in the way of a dialect. Answers are stored without what it adds, so each dialect may have its own for one picture.
protocol AnswerPresenter: Sendable {
    /// Differs wherever the bodies that are presented for one answer differ; empty if the body stays.
    var variant: String { get }
    /// Added to every answer, also if the client already has the current one.
    var headers: HTTPFields { get }

    /// Completes an answer.
    ///
    /// - Parameter geometry: The sizes of the picture; nil if there is no picture, only a file.
    func present(_ answer: inout Answer, of geometry: PictureGeometry?) throws
}
