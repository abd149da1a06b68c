internal import CLibrary
internal import FoundationEssentials

/// Finds the program that runs networks. It is separate so that nothing else loads OpenCV's dnn module, and a network that crashes it ends
/// only that program.
enum NetworkProgram {
    static let name = "boundedcrop-network"

    /// The program beside the running one, in `libexec` beside the folder of that, or on the PATH.
    ///
    /// - Throws: `missingLibrary`, with what installs it, if there is none.
    static func path() throws -> String {
        let found = candidates(running: runningProgram, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
            .first { isProgram($0) }
        guard let found else {
            throw BoundedCropError(
                .missingLibrary,
                "the program \(name), which runs networks, was not found: “make install” installs it; it needs the package libopencv-dnn406 (to build it, libopencv-dnn-dev)"
            )
        }
        return found
    }

    static func candidates(running: String?, searchPath: String) -> [String] {
        var folders: [String] = []
        if let folder = running?.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") {
            folders = [folder, folder + "/../libexec"]
        }
        folders += searchPath.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }
    }

    private static var runningProgram: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
