import ArgumentParser
import BoundedCrop
import BoundedCropRendering
import Synchronization

/// Options that were parsed before: most requests to a worker have the same ones, and a detector keeps its model.
final class ParsedOptions: Sendable {
    /// The options of one output.
    struct Output: ParsableArguments {
        @OptionGroup
        var shape: ShapeOptions

        @OptionGroup
        var output: OutputOptions
    }

    /// How to look for features.
    struct Detection: Sendable {
        let renderer: ImageRenderer
        let options: DetectionOptions
    }

    private let outputs = Mutex(LeastRecentlyUsed<[String], Output>(countLimit: 256, costLimit: .max))
    private let redactions = Mutex(LeastRecentlyUsed<[String], RedactionSearch>(countLimit: 8, costLimit: .max))
    private let detections = Mutex(LeastRecentlyUsed<[String], Detection>(countLimit: 8, costLimit: .max))

    func output(_ words: [String]) throws -> Output {
        if let known = outputs.withLock({ $0.use(words) }) { return known }
        let parsed = try parse(Output.self, words)
        outputs.withLock { $0.insert(parsed, for: words) }
        return parsed
    }

    func detection(_ words: [String]) throws -> Detection {
        if let known = detections.withLock({ $0.use(words) }) { return known }
        let options = try parse(DetectionOptions.self, words)
        let made: Detection
        do {
            made = Detection(renderer: try options.renderer(), options: options)
        } catch {
            throw BoundedCropError(usage: error, of: DetectionOptions.self)
        }
        detections.withLock { $0.insert(made, for: words) }
        return made
    }

    /// How to look for what is hidden in whole pictures, as with the command `effects`.
    func redaction(_ words: [String]) throws -> RedactionSearch {
        if let known = redactions.withLock({ $0.use(words) }) { return known }
        let options = try parse(DetectionOptions.self, words)
        if options.maxFaces != nil { throw BoundedCropError(.invalidArgument, "“maxFaces” is for crops: redact covers all faces") }
        if !options.focal.isEmpty { throw BoundedCropError(.invalidArgument, "“focal” is for crops: hide a place with “region”") }
        let made: RedactionSearch
        do {
            made = try RedactionSearch(options, onlyRegions: false, requiresFace: false)
        } catch {
            throw BoundedCropError(usage: error, of: DetectionOptions.self)
        }
        redactions.withLock { $0.insert(made, for: words) }
        return made
    }

    private func parse<Options: ParsableArguments>(_ type: Options.Type, _ words: [String]) throws -> Options {
        do { return try type.parse(words) } catch { throw BoundedCropError(usage: error, of: type) }
    }
}

extension BoundedCropError {
    /// What the command line would say about wrong options.
    init(usage error: any Error, of type: any ParsableArguments.Type) {
        let text = type.message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")
        self.init(.invalidArgument, text.hasSuffix(".") ? String(text.dropLast()) : text, underlying: error)
    }
}
