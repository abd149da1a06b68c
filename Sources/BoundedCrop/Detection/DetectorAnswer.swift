internal import FoundationEssentials

/// What a detector program answers about a picture.
enum DetectorAnswer {
    case features([Feature])
    /// What the program says is wrong with the picture.
    case error(String)

    private struct Record: Decodable {
        let number: Int?
        let features: [FoundFeature]?
        let error: String?
    }

    /// Throws a `DetectorFailure` for anything but features in a picture of this size, or an error.
    /// - Parameter number: The picture's number, if it has one. The answer need not repeat it.
    init(_ json: [UInt8], about size: PixelSize, number: Int? = nil) throws {
        let record: Record
        do {
            record = try JSONDecoder().decode(Record.self, from: Data(json))
        } catch {
            throw Self.invalid(json, error)
        }
        if let number, let answered = record.number, answered != number {
            throw DetectorFailure("answered picture \(answered) instead of \(number)")
        }
        if let error = record.error {
            self = .error(String(error.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(300)))
        } else if let features = record.features {
            self = try .features(features.map { try Self.checked($0.feature, in: size) })
        } else {
            throw Self.invalid(json, nil)
        }
    }

    /// Throws a `DetectorFailure` if the program reports an error.
    func features() throws -> [Feature] {
        switch self {
        case .features(let features): return features
        case .error(let text): throw DetectorFailure("reports “\(text)”")
        }
    }

    private static func invalid(_ json: [UInt8], _ error: (any Error)?) -> DetectorFailure {
        let start = String(decoding: json.prefix(60), as: UTF8.self)
        return DetectorFailure("did not answer {\"features\": [{\"x\", \"y\", \"width\", \"height\"}]} but “\(start)”", underlying: error)
    }

    private static func checked(_ feature: Feature, in size: PixelSize) throws -> Feature {
        let place = feature.rectangle
        guard place.isFinite, !place.intersection(size.bounds).isEmpty, (0...1).contains(feature.confidence) else {
            throw DetectorFailure(
                "names a feature at \(place.x),\(place.y) of \(place.width)x\(place.height) with confidence \(feature.confidence), which is not in the picture of \(size)"
            )
        }
        guard Feature.isPriority(feature.priority) else {
            throw DetectorFailure("names a feature of priority \(feature.priority): priorities are above 0 and at most 1000")
        }
        return feature
    }
}

/// What a detector program is told about a picture, on one line of JSON.
struct DetectorRequest: Encodable {
    /// A PNG; base64 in JSON.
    private let image: Data
    /// Counts the pictures of a process, from 1.
    private var number = 1
    private let width: Int
    private let height: Int
    private let accuracy: String

    init(_ pixels: PixelBuffer, accuracy: DetectionAccuracy) throws {
        image = Data(try pixels.blocking.encoded(as: .png(compressionLevel: 1)))
        (width, height) = (pixels.size.width, pixels.size.height)
        self.accuracy = accuracy.rawValue
    }

    /// The line for a process whose picture of this number it is.
    func line(number: Int) throws -> [UInt8] {
        var request = self
        request.number = number
        return Array(try JSONText.data(request))
    }
}

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
