internal import BoundedCrop
internal import BoundedCropEffects

/// A picture's file by its name, which may leave out the extension and the `@2x` of files for finer screens.
struct ResourceFile: Sendable {
    /// The path as it was asked for, with its extension.
    let path: String
    /// The files that would do, the best first.
    let candidates: [String]

    /// - Parameters:
    ///   - name: a path; `png` is meant where it has no extension.
    ///   - folder: what a relative path starts from.
    ///   - pixelsPerPoint: which of several files is best: the one for as many pixels, then the finer ones, then the coarser.
    init(_ name: String, in folder: String, pixelsPerPoint: Int) {
        let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let dot = name[start...].lastIndex(of: ".").flatMap { $0 == start ? nil : $0 }
        let stem = (name.hasPrefix("/") || folder == "." ? "" : "\(folder)/") + name[..<(dot ?? name.endIndex)]
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

    /// The best file that is there; the one that was asked for when none is.
    var found: String { candidates.first(where: AtomicFile.exists) ?? path }
}
