import ArgumentParser
import CLibrary

/// Paths that are only read and written on this machine.
enum LocalPath {
    /// Throws a usage error for an empty path, and for a location in object storage.
    ///
    /// - Parameter option: What the path is for, such as `--list`.
    static func check(_ path: String?, for option: String) throws {
        try checkPresence(of: path, for: option)
        if let path, ObjectStorage.isLocation(path) {
            throw ValidationError("\(option) must be on this machine, and cannot be \(path).")
        }
    }

    /// Throws a usage error for an empty path, which is what a shell makes of a variable that is not set: with a name after it, it would be
    /// the root of the file system. The same for a path that is not UTF-8, which would be another one.
    static func checkPresence(of path: String?, for option: String) throws {
        if path?.isEmpty == true { throw ValidationError("\(option) is empty: name a file or folder, or leave it out.") }
        if let path, path.contains("\u{FFFD}") {
            throw ValidationError("\(option) is not UTF-8, as the names of files must be: \(path.printable)")
        }
    }
}

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
