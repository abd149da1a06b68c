/// Why a detector program gave no features: what follows on “the detector PROGRAM”.
struct DetectorFailure: Error {
    let reason: String
    var underlying: (any Error)?

    init(_ reason: String, underlying: (any Error)? = nil) {
        self.reason = reason
        self.underlying = underlying
    }

    /// The failure of a program that could not be run to its answer; nil for other errors, such as cancellation.
    init?(_ error: any Error, timeLimit: Duration) {
        switch error {
        case let failure as DetectorFailure: self = failure
        case ChildProgram.Failure.cannotStart(let reason): self.init("cannot be started: \(reason)")
        case ChildProgram.Failure.tookTooLong: self.init("took longer than \(timeLimit)")
        case ChildProgram.Failure.wroteTooMuch: self.init("wrote more than can be an answer")
        case LineProgram.Failure.ended(let status?): self.init("ended with status \(status) and no answer")
        case LineProgram.Failure.ended(nil): self.init("closed its standard output without an answer")
        case LineProgram.Failure.wroteMoreLines: self.init("wrote more than one line for one picture")
        default: return nil
        }
    }

    func error(of program: String) -> BoundedCropError {
        BoundedCropError(.detectionFailed, "the detector \(program) \(reason)", underlying: underlying)
    }
}
