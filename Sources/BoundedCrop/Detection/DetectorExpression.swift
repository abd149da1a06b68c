/// A detector written as text: `yunet`, `centerface`, `haar`, `onnx:FILE`, `command:PROGRAM ARGUMENT...`, `once:PROGRAM ARGUMENT...`,
/// several tried in turn until one finds something (`yunet,haar`), or several whose results are combined (`yunet+haar`). `+` binds tighter
/// than `,`; a command extends to the end of the text, and the path of a network to the next `,` or `+`, so that it cannot have one.
/// `cascade:FILE`, what `--cascade FILE` says, also extends to the end.
package struct DetectorExpression: Sendable {
    private enum Source: Sendable {
        case builtIn(@Sendable (DetectionLimits) -> any FeatureDetector)
        case network(String)
        case cascade(String)
        case command([String])
        case once([String])

        func makeDetector(_ limits: DetectionLimits) throws -> any FeatureDetector {
            switch self {
            case .builtIn(let make): make(limits)
            case .network(let path): try NetworkDetector(contentsOfFile: path, limits: limits)
            case .cascade(let path): try HaarCascadeDetector(contentsOfFile: path, limits: limits)
            case .command(let words): CommandDetector(program: words[0], arguments: Array(words.dropFirst()), limits: limits)
            case .once(let words): OneShotCommandDetector(program: words[0], arguments: Array(words.dropFirst()), limits: limits)
            }
        }
    }

    /// The detectors to try in turn; each element is a union.
    private let chain: [[Source]]

    /// The detectors that have a name of their own.
    private static let builtIn: [(name: String, make: @Sendable (DetectionLimits) -> any FeatureDetector)] = [
        ("yunet", { YuNetDetector(limits: $0) }), ("centerface", { CenterFaceDetector(limits: $0) }),
        ("haar", { HaarCascadeDetector(limits: $0) }),
    ]

    /// The names of those detectors.
    package static let names = builtIn.map(\.name)
    /// The names, and an expression, for messages.
    package static let forms = names.joined(separator: ", ") + " or " + names.joined(separator: "+")

    /// A limit, because the times of the detectors add up.
    package static let mostDetectors = 8
    private static let longestText = 4096

    /// Throws `invalidArgument` for an unknown name, more than eight detectors, or a text of more than 4096 bytes.
    package init(_ text: String) throws {
        guard text.utf8.count <= Self.longestText else {
            throw BoundedCropError(
                .invalidArgument,
                "a detector's text of \(text.utf8.count) bytes exceeds the limit of \(Self.longestText)"
            )
        }
        var chain: [[Source]] = [[]]
        var rest = text[...]
        while true {
            if let words = try Self.words(of: rest, behind: "command:") {
                chain[chain.count - 1].append(.command(words))
                break
            }
            if let words = try Self.words(of: rest, behind: "once:") {
                chain[chain.count - 1].append(.once(words))
                break
            }
            if let path = rest.dropping(prefix: "cascade:") {
                chain[chain.count - 1].append(.cascade(String(path)))
                break
            }
            let end = rest.firstIndex { $0 == "," || $0 == "+" } ?? rest.endIndex
            let name = rest[..<end]
            if let found = Self.builtIn.first(where: { $0.name == name }) {
                chain[chain.count - 1].append(.builtIn(found.make))
            } else if let path = name.dropping(prefix: "onnx:") {
                guard !path.isEmpty else { throw BoundedCropError(.invalidArgument, "“\(text)” names no file behind onnx:") }
                chain[chain.count - 1].append(.network(String(path)))
            } else {
                throw Self.unknown(name, behind: chain.last { !$0.isEmpty }?.last)
            }
            guard end < rest.endIndex else { break }
            guard chain.reduce(0, { $0 + $1.count }) < Self.mostDetectors else {
                throw BoundedCropError(
                    .invalidArgument,
                    "there can be at most \(Self.mostDetectors) detectors in all, “\(text.prefix(60))” has more"
                )
            }
            if rest[end] == "," { chain.append([]) }
            rest = rest[rest.index(after: end)...]
        }
        self.chain = chain
    }

    private static func unknown(_ name: Substring, behind previous: Source?) -> BoundedCropError {
        var text = "there is no detector “\(name)”; there are "
        text += names.joined(separator: ", ") + ", onnx:FILE, command:PROGRAM and once:PROGRAM"
        if case .network(let path) = previous {
            text += "; the path behind onnx: ends before the first “,” or “+”, here “\(path)”: a path with one of them cannot be named"
        }
        return BoundedCropError(.invalidArgument, text)
    }

    /// The words of a command if the text starts with the prefix; the first one is the program.
    private static func words(of text: Substring, behind prefix: String) throws -> [String]? {
        guard let words = text.dropping(prefix: prefix)?.split(separator: " ").map(String.init) else { return nil }
        guard !words.isEmpty else { throw BoundedCropError(.invalidArgument, "“\(text)” names no program behind \(prefix)") }
        return words
    }

    /// Whether detectors are tried in turn, so that what the first one finds decides which others run.
    package var isChain: Bool { chain.count > 1 }

    /// Throws what `NetworkDetector` throws for a file that is missing or not usable.
    package func makeDetector(limits: DetectionLimits = DetectionLimits()) throws -> any FeatureDetector {
        let detectors = try chain.map { union -> any FeatureDetector in
            let members = try union.map { try $0.makeDetector(limits) }
            return members.count == 1 ? members[0] : UnionFeatureDetector(members, limits: limits)
        }
        return detectors.count == 1 ? detectors[0] : ChainedFeatureDetector(detectors)
    }
}

extension Substring {
    fileprivate func dropping(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
