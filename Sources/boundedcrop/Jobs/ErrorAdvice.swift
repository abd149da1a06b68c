import BoundedCrop

/// What people can do about an error, where an option helps. Libraries and services have other means, so it is not in their messages.
enum ErrorAdvice {
    /// The error with the advice in its message.
    static func advised(_ error: BoundedCropError, about path: String) -> BoundedCropError {
        guard let advice = advice(error, path) else { return error }
        return BoundedCropError(error.code, "\(error.message); \(advice)", underlying: error.underlying, path: error.path)
    }

    private static func advice(_ error: BoundedCropError, _ path: String) -> String? {
        let message = error.message
        switch error.code {
        case .fileNotFound where path.contains("\u{FFFD}"):
            return "its name is not UTF-8, and such names cannot be opened: rename it"
        case .malformedImage where message.contains("too early") || message.contains("Premature"):
            return "--allow-truncated uses what can be read"
        case .limitExceeded where message.hasSuffix("along a side"): return "--max-side allows more"
        case .limitExceeded where message.hasSuffix(" MP"): return "--max-pixels allows more"
        case .limitExceeded where message.hasSuffix(" bytes"): return "--max-bytes allows more"
        case .limitExceeded where message.contains(" frames exceed"): return "--max-frames allows more"
        case .invalidArgument where message.contains("the aligned crop would reach"): return "--align-fill white fills them"
        case _ where message.hasSuffix("private addresses must be allowed explicitly"):
            return "--allow-private allows it, for URLs that you trust"
        default: return nil
        }
    }
}
