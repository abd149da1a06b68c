internal import CLibrary

/// Lists the contents of folders.
package enum DirectoryListing {
    /// Returns the names in a folder in no particular order, or nil with `errno` set if it cannot be read.
    package static func names(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // The name is declared as 256 bytes, but only the bytes up to the terminating zero are valid.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
