import CLibrary

/// Which of the pictures that inputs name are left out.
struct InputFilter: Sendable {
    /// Nil to take them as any other picture.
    var earlier: EarlierOutputs?
    /// Patterns of a shell. One with a slash is for the path below the input, others for each name in it.
    var excluded: [String] = []

    /// How many files were left out.
    struct Count: Sendable {
        var excluded = 0
        /// Outputs of earlier runs.
        var earlier = 0
        /// Files in folders that are no pictures.
        var others = 0

        static func + (left: Self, right: Self) -> Self {
            Self(excluded: left.excluded + right.excluded, earlier: left.earlier + right.earlier, others: left.others + right.others)
        }
    }

    /// Whether a pattern excludes a file or a folder with all that is in it.
    func excludes(_ path: String) -> Bool {
        excluded.contains { pattern in
            let name = pattern.contains("/") ? path : path.split(separator: "/").last.map(String.init) ?? path
            return fnmatch(pattern, name, 0) == 0
        }
    }
}
