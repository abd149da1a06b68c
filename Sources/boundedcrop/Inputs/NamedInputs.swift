import BoundedCrop

/// The inputs that are named one by one. A shell's `*.jpg` also names outputs of earlier runs.
struct NamedInputs: Sendable {
    private let filter: InputFilter
    /// How many files have a name, without its extension.
    private let names: [String: Int]

    init(_ inputs: [String], _ filter: InputFilter) {
        self.filter = filter
        let compares = filter.earlier != nil && inputs.count > 1
        names = compares ? inputs.reduce(into: [:]) { $0[PictureEntry(input: $1).name, default: 0] += 1 } : [:]
    }

    /// What is counted if an input is left out; nil if it is not. A file is only taken for an output of a picture that is an input, too.
    func reason(toLeaveOut input: String) -> WritableKeyPath<InputFilter.Count, Int>? {
        let kind = PictureInput(input)
        if kind == .file || kind == .object, filter.excludes(input) { return \.excluded }
        guard kind == .file, !names.isEmpty, let earlier = filter.earlier, let real = EarlierOutputs.realPath(input) else { return nil }
        let own = PictureEntry(input: input).name
        return earlier.names(of: real).contains { names[$0, default: 0] > ($0 == own ? 1 : 0) } ? \.earlier : nil
    }
}
