import BoundedCrop
import CLibrary

/// Where runs keep what they remember of the folders that they write into. It is outside of them, since they may be published.
///
/// Each folder of outputs has a folder of its own here, named after its path, with a file that holds the path.
struct StateFolder: Sendable {
    /// An absolute path with a slash at its end.
    private let path: String

    /// Files in the folder of one folder of outputs: one that holds its path, and one that is there if it has nothing but outputs.
    private static let (ownPath, onlyOutputs) = ("path", "only-outputs")

    /// - Parameters:
    ///   - named: The folder that an option names; nil for `boundedcrop` in the user's folder for what programs remember.
    ///   - environment: Has `XDG_STATE_HOME`, or `HOME` for `.local/state` in it.
    /// - Throws: `invalidArgument` if there is no such folder.
    init(_ named: String?, environment: [String: String]) throws {
        if let named {
            path = SourcePlaces.absolute(named) + "/"
            return
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
        guard let states = environment["XDG_STATE_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
            throw BoundedCropError(.invalidArgument, "there is no home folder to remember in what was made: use --state FOLDER")
        }
        path = states + "/boundedcrop/"
    }

    /// What is remembered of a folder of outputs: a folder with a slash at its end, which may not exist. If the folder of outputs was moved, what
    /// was remembered of it at its former place is moved too.
    func folder(for outputs: String) -> String {
        let outputs = SourcePlaces.absolute(outputs)
        let own = self.own(outputs)
        if !AtomicFile.exists(own), let former = former(outputs) {
            // Of two runs at once, one moves it.
            if rename(former, String(own.dropLast())) == 0 { try? note(outputs) }
        }
        return own
    }

    /// Notes the path of a folder of outputs. Throws `unwritableFile`.
    func note(_ outputs: String) throws {
        let outputs = SourcePlaces.absolute(outputs)
        let file = own(outputs) + Self.ownPath
        guard Self.path(in: file) != outputs else { return }
        try AtomicFile.makeDirectory(for: file)
        try AtomicFile.write(Array(outputs.utf8), to: file, replacing: true)
    }

    /// Notes that a folder has nothing but outputs, so that a run over a folder around it does not read them: if it is in one of the inputs, and
    /// has none of them. Throws `unwritableFile`.
    func noteOnlyOutputs(in outputs: String, of inputs: [String]) throws {
        let outputs = SourcePlaces.absolute(outputs)
        guard AtomicFile.isDirectory(outputs), !hasOnlyOutputs(outputs),
            inputs.contains(where: { PictureInput($0) == .folder && SourcePlaces.isPath(outputs, in: SourcePlaces.absolute($0)) }),
            !inputs.contains(where: {
                [.file, .folder].contains(PictureInput($0)) && SourcePlaces.isPath(SourcePlaces.absolute($0), in: outputs)
            })
        else { return }
        try note(outputs)
        try AtomicFile.write([], to: own(outputs) + Self.onlyOutputs, replacing: true)
    }

    /// Whether a folder, by its real path, is known to have nothing but outputs.
    func hasOnlyOutputs(_ realPath: String) -> Bool { AtomicFile.exists(own(realPath) + Self.onlyOutputs) }

    private func own(_ outputs: String) -> String {
        let name = outputs.split(separator: "/").last.map { $0.prefix(60) + "-" } ?? ""
        return path + name + Fingerprint.text(of: outputs.utf8).prefix(16) + "/"
    }

    /// The folder, without a slash at its end, of outputs that are no longer at their path, and lie in this folder.
    private func former(_ outputs: String) -> String? {
        let lost = (DirectoryListing.names(in: path) ?? []).map { path + $0 }.filter { state in
            Self.path(in: state + "/" + Self.ownPath).map { !AtomicFile.exists($0) } ?? false
        }
        return lost.first { RunManifest.describes(outputs + "/", manifest: $0 + "/" + RunManifest.name) }
    }

    private static func path(in file: String) -> String? {
        guard let bytes = try? FileReader.bytes(ofFile: file, limits: ImageLimits(), waits: false) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
