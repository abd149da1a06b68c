internal import BoundedCrop
internal import BoundedCropEffects

/// A picture file by its name, which may leave out the extension and the `@2x` suffix for high-resolution screens.
struct ResourceFile: Sendable {
    /// The requested path, with its extension.
    let path: String
    /// The possible files, the best first.
    let candidates: [String]

    /// - Parameters:
    ///   - name: A path; the default extension is `png`.
    ///   - folder: The base of a relative path; empty for the working directory.
    ///   - pixelsPerPoint: Determines the best file: first the one with this scale, then larger scales, then smaller ones.
    init(_ name: String, in folder: String, pixelsPerPoint: Int) {
        let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let dot = name[start...].lastIndex(of: ".").flatMap { $0 == start ? nil : $0 }
        let stem = (name.hasPrefix("/") || folder == "." || folder.isEmpty ? "" : "\(folder)/") + name[..<(dot ?? name.endIndex)]
        let ending = dot.map { String(name[$0...]) } ?? ".png"
        path = stem + ending
        guard ImageScale(fileName: path).pixelsPerPoint == 1 else {
            candidates = [path]
            return
        }
        let scales = [1, 2, 3]
        let ordered = scales.filter { $0 >= pixelsPerPoint } + scales.filter { $0 < pixelsPerPoint }.reversed()
        candidates = ordered.map { $0 == 1 ? stem + ending : "\(stem)@\($0)x\(ending)" }
    }

    /// The best existing file, or the requested path if there is none. Asking looks for up to three files.
    var found: String { candidates.first(where: AtomicFile.exists) ?? path }
}
