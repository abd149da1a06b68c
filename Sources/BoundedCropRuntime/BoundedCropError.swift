internal import CLibrary

/// An error with a stable code for programs, a message for people, and the error that caused it, if any.
public struct BoundedCropError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. More codes may be added, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as it appears in programs and logs, such as `fileNotFound`.
        public let rawValue: String

        /// Creates a code from any text, for the errors of your own detectors. This package throws only the codes below.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file does not exist.
        public static let fileNotFound = Code(rawValue: "fileNotFound")
        /// The path names a folder, but a file is required.
        package static let isDirectory = Code(rawValue: "isDirectory")
        /// The file exists but cannot be read.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The file is empty.
        public static let emptyFile = Code(rawValue: "emptyFile")
        /// The data is not in a supported format.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// The library that reads or writes the format is not installed; the message names its package.
        public static let missingLibrary = Code(rawValue: "missingLibrary")
        /// The picture is truncated or damaged.
        public static let malformedImage = Code(rawValue: "malformedImage")
        /// The picture is larger than the limits allow.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// There is not enough memory for the operation.
        package static let outOfMemory = Code(rawValue: "outOfMemory")
        /// No feature was found, but one was required.
        public static let noFeatureFound = Code(rawValue: "noFeatureFound")
        /// The picture is no photo for a document, as far as its geometry tells, and only such a photo is asked for.
        package static let unsuitablePortrait = Code(rawValue: "unsuitablePortrait")
        /// A value is out of range or not allowed.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// The URL, or a part of it, is invalid.
        package static let invalidURL = Code(rawValue: "invalidURL")
        /// A filter or a step of a request has invalid arguments.
        package static let invalidFilter = Code(rawValue: "invalidFilter")
        /// A model is missing or invalid.
        package static let unreadableModel = Code(rawValue: "unreadableModel")
        /// Detection failed on this picture.
        public static let detectionFailed = Code(rawValue: "detectionFailed")
        /// The picture could not be encoded in this format.
        public static let encodingFailed = Code(rawValue: "encodingFailed")
        /// The file could not be written.
        public static let unwritableFile = Code(rawValue: "unwritableFile")
        /// The file to be written already exists.
        public static let fileExists = Code(rawValue: "fileExists")
        /// The queue is full.
        public static let queueFull = Code(rawValue: "queueFull")
    }

    /// The kind of failure, for programs.
    public let code: Code
    /// One sentence with the details. It names no path of a picture; errors of detectors name their program or model.
    public let message: String
    /// The error that caused this one, if any.
    public let underlying: (any Error)?
    /// The path of the file that the error is about, if there is one. It is not in the message, which strangers may see.
    public let path: String?

    /// Creates an error.
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: One sentence with the details, such as the numbers that were compared.
    ///   - underlying: The error that caused this one.
    ///   - path: The path of the file that the error is about.
    public init(_ code: Code, _ message: String, underlying: (any Error)? = nil, path: String? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
        self.path = path
    }

    /// This error, about a file.
    package func about(_ path: String) -> BoundedCropError {
        BoundedCropError(code, message, underlying: underlying, path: self.path ?? path)
    }

    /// The code, the message and the path, as in `emptyFile: the file is empty (photos/a.jpg)`. The underlying error is not included.
    public var description: String { "\(code.rawValue): \(message)" + (path.map { " (\($0))" } ?? "") }
}

/// An error of the system: the cause of an error that names what could not be done.
package struct SystemError: Error {
    /// The error number, such as ENOSPC.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// There is no room for what is written.
    package static let fullDisk = SystemError(code: ENOSPC)

    /// Whether there is no room for what is written: every further file would fail in the same way.
    package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

    /// The system's text for an error number.
    package static func text(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return buffer.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
