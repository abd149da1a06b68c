internal import BoundedCrop
internal import Synchronization

/// Answers with the description of the service, which is made once for each path at which the service is.
final class DescriptionRoute: Sendable {
    private let configuration: ServiceConfiguration
    private let answers = Mutex<[String: Answer]>([:])

    init(_ configuration: ServiceConfiguration) {
        self.configuration = configuration
    }

    func answer(_ request: ServiceRequest) throws -> Answer {
        let path = request.application
        let known = answers.withLock { $0[path] }
        let answer = try known ?? Answer(json: ServiceDescription(configuration: configuration, path: path).document)
        answers.withLock { $0[path] = answer }
        return try answer.revalidated(for: request.headers)
    }
}
