/// What went wrong: a stable code for programs, a sentence with the evidence for people, and what lay beneath.
public struct BoundedCropError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. More may be added, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as programs and logs see it, such as `fileNotFound`.
        public let rawValue: String

        /// A code from any text, for the errors of detectors of your own. Those thrown here are the constants below.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file is not there.
        public static let fileNotFound = Code(rawValue: "fileNotFound")
        /// The path names a folder where a file is needed.
        public static let isDirectory = Code(rawValue: "isDirectory")
        /// The file is there but cannot be read.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The file has no bytes.
        public static let emptyFile = Code(rawValue: "emptyFile")
        /// The bytes are not those of a format that is read here.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// The picture is truncated or damaged.
        public static let malformedImage = Code(rawValue: "malformedImage")
        /// The picture is larger than the limits allow.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// There is not enough memory for the work.
        public static let outOfMemory = Code(rawValue: "outOfMemory")
        /// No feature was found, and one was required.
        public static let noFeatureFound = Code(rawValue: "noFeatureFound")
        /// A value is outside what is possible.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// The URL, or a part of it, cannot be what it stands for.
        public static let invalidURL = Code(rawValue: "invalidURL")
        /// A model is missing or is not one.
        public static let unreadableModel = Code(rawValue: "unreadableModel")
        /// The detector failed on this picture.
        public static let detectionFailed = Code(rawValue: "detectionFailed")
        /// The picture could not be written in this format.
        public static let encodingFailed = Code(rawValue: "encodingFailed")
        /// The file could not be written.
        public static let unwritableFile = Code(rawValue: "unwritableFile")
        /// The file to write exists already.
        public static let fileExists = Code(rawValue: "fileExists")
        /// More work was asked for than the queue holds.
        public static let queueFull = Code(rawValue: "queueFull")
    }

    /// The kind of failure, for programs to decide by.
    public let code: Code
    /// One sentence with the evidence, fit to be shown to anybody: no path is added here.
    public let message: String
    /// The error that this one came from, where there is one.
    public let underlying: (any Error)?

    /// An error of this kind.
    /// - Parameters:
    ///   - message: one sentence with the evidence, such as the numbers that were compared.
    ///   - underlying: the error that led to this one.
    public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// Code and message, as in `emptyFile: the file is empty`. The underlying error is left out.
    public var description: String { "\(code.rawValue): \(message)" }
}
