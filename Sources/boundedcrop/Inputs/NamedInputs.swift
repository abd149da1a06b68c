import BoundedCrop

/// The inputs that are named one by one. A shell's `*.jpg` also names outputs of earlier runs.
struct NamedInputs: Sendable {
    private let filter: InputFilter
    /// The names of the files, without their extensions.
    private let names: Set<String>

    init(_ inputs: [String], _ filter: InputFilter) {
        self.filter = filter
        names = filter.earlier == nil || inputs.count < 2 ? [] : Set(inputs.map { PictureEntry(input: $0).name })
    }

    /// What is counted if an input is left out; nil if it is not. A file is only taken for an output of a picture that is an input, too.
    func reason(toLeaveOut input: String) -> WritableKeyPath<InputFilter.Count, Int>? {
        let kind = PictureInput(input)
        if kind == .file || kind == .object, filter.excludes(input) { return \.excluded }
        guard kind == .file, !names.isEmpty, let earlier = filter.earlier, let real = EarlierOutputs.realPath(input) else { return nil }
        return earlier.names(of: real).contains(where: names.contains) ? \.earlier : nil
    }
}
