import CLibrary

/// The environment variables of the process.
enum Environment {
    /// The variables that name a file of settings or options, and are no settings themselves.
    static let ownNames: Set = ["BOUNDEDCROP_CONFIG", ConfigurationFile.variable]

    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
