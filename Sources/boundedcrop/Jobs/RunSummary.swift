import BoundedCrop
import FoundationEssentials

/// How a run over pictures ended, in one line for people.
struct RunSummary: Sendable {
    /// What they are.
    var noun = "photos"
    /// Pictures whose outputs were made.
    var done = 0
    /// The files that were made of the last picture.
    var written: [String] = []
    /// Those of them in which no face was found.
    var withoutFaces = 0
    /// Those whose outputs may still show a face that should be hidden.
    var withVisibleFaces = 0
    /// Outputs that have more pixels than what they show, and how many times at most.
    var enlarged = (count: 0, most: 0.0)
    /// Pictures whose outputs existed already.
    var skipped = 0
    /// Outputs of pictures that are gone or left out.
    var removed = 0
    var failed = 0
    var leftOut = InputFilter.Count()
    /// How many files that were left out have no line of their own.
    var unnamed = 0
    /// How many pictures and inputs were looked at.
    var total = 0
    /// Whether the run ended before its last picture.
    var isStopped = false
    /// The number of all pictures, if it is known.
    var expected: Int?

    /// - Parameter time: How long the run took; nil to say nothing about that.
    func text(after time: Duration?) -> String {
        var parts = ["\(done) done" + (withoutFaces > 0 ? " (\(withoutFaces) without faces)" : "")]
        if let enlargement { parts.append(enlargement) }
        if withVisibleFaces > 0 { parts.append("\(withVisibleFaces) may still show faces") }
        if skipped > 0 { parts.append("\(skipped) skipped") }
        if removed > 0 { parts.append("\(removed) removed") }
        if failed > 0 { parts.append("\(failed) of \(total) failed") }
        if leftOut.earlier > 0 { parts.append("\(leftOut.earlier) left out as outputs of an earlier run") }
        if leftOut.excluded > 0 { parts.append("\(leftOut.excluded) excluded") }
        if leftOut.paired > 0 { parts.append("\(leftOut.paired) left out as the same photo as another file") }
        if leftOut.others > 0 { parts.append("\(leftOut.others) not pictures" + unread) }
        if let seconds = time?.seconds {
            let rate = done > 0 && seconds > 0 ? ", \(Self.text(Double(done) / seconds)) \(noun)/s" : ""
            parts.append("\(Self.text(seconds)) s\(rate)")
        }
        let progress = isStopped ? "stopped after \(total)\(expected.map { " of \($0)" } ?? ""): " : ""
        return progress + parts.joined(separator: ", ")
    }

    /// What to say of outputs that are enlarged; nil for none.
    var enlargement: String? {
        let times = "\(Self.text(enlarged.most)) times"
        return switch enlarged.count {
        case 0: nil
        case 1: "1 output enlarged \(times)"
        default: "\(enlarged.count) outputs enlarged, up to \(times)"
        }
    }

    /// The formats among them that are not read.
    private var unread: String {
        guard !leftOut.unread.isEmpty else { return "" }
        let names = leftOut.unread.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return " (\(names.joined(separator: ", ")) cannot be read)"
    }

    /// What was left out that a person may miss, as notes.
    ///
    /// - Parameter all: Whether those are among them that nobody needs who reads no summary.
    func notes(all: Bool) -> [String] {
        var notes = all && unnamed > 0 ? ["and \(unnamed) more file\(unnamed == 1 ? " was" : "s were") left out"] : []
        if leftOut.links > 0 {
            let (links, were) = leftOut.links == 1 ? ("link leads", "was") : ("links lead", "were")
            notes.append("\(leftOut.links) \(links) out of the folder, and \(were) not followed: use --follow-links")
        }
        let outputs = leftOut.outputFolders
        if outputs.count > 0 {
            let (what, them) = outputs.count == 1 ? ("a folder of outputs was", "it") : ("\(outputs.count) folders of outputs were", "them")
            notes.append("\(what) left out: name \(them) to read \(them) (\(outputs.names))")
        }
        let folders = leftOut.folders
        if all, folders.count > 0 {
            let (were, them) = folders.count == 1 ? (" was", "it") : ("s were", "them")
            notes.append("\(folders.count) subfolder\(were) left out: use --recursive to include \(them) (\(folders.names))")
        }
        return notes
    }

    private static func text(_ value: Double) -> String { Decimals.text((value * 10).rounded() / 10) }
}
