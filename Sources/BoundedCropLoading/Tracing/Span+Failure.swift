internal import BoundedCrop
package import Tracing

extension Tracing.Span {
    /// Records how a stage failed, without queries and passwords. What a cancelled stage ends with is not an error.
    package func record(_ error: any Error) {
        if error is CancellationError || Task.isCancelled { return addEvent("cancelled") }
        let known = error as? BoundedCropError ?? BoundedCropError(.init(rawValue: "\(type(of: error))"), "\(error)")
        let status = (known.underlying as? HTTPStatusError)?.status
        attributes["error.type"] = status.map { String($0) } ?? known.code.rawValue
        recordError(BoundedCropError(known.code, LogText.sentence(known.message)))
        setStatus(SpanStatus(code: .error))
    }
}
