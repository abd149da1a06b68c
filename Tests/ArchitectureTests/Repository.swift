import Foundation

/// The project's own files as text.
enum Repository {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL.path

    static func path(_ name: String) -> String { "\(root)/\(name)" }

    static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// The source files below a folder, as paths relative to the root.
    static func files(in folder: String) throws -> [String] {
        let endings = ["c", "cpp", "h", "hpp", "swift", "modulemap"]
        return try FileManager.default.subpathsOfDirectory(atPath: path(folder)).sorted()
            .filter { name in endings.contains { name.hasSuffix(".\($0)") } && !name.hasPrefix(".") }
            .map { "\(folder)/\($0)" }
    }

    /// The modules that a source file imports or whose headers it includes.
    static func imports(ofFile file: String) throws -> Set<String> {
        let text = try text(file)
        if file.hasSuffix(".swift") {
            let statements = text.matches(
                of: /(?m)^\s*(?:@\w+ )*(?:public |package |internal |private |fileprivate )?import (?:\w+ )?(\w+)/
            )
            return Set(statements.map { String($0.1) })
        }
        let names = text.matches(of: /(?m)^\s*#include "(\w+)\.h"/).map { String($0.1) }
        return Set(names.filter { $0.hasPrefix("C") && FileManager.default.fileExists(atPath: path("Sources/\($0)")) })
    }

    /// The names in a target's list of dependencies, or nil if there is no such target.
    static func dependencies(of target: String) throws -> Set<String>? {
        let manifest = try text("Package.swift")
        let declaration = try Regex(#"arget\(\s*(?:// .*\s*)*name: "\#(target)"(?:\)|,\s*dependencies: \[((?:[^\[\]]|\[[^\]]*\])*)\]|,)"#)
        let systemLibrary = try Regex(#"systemLibrary\(\s*name: "\#(target)""#)
        guard let found = manifest.firstMatch(of: declaration) else { return manifest.contains(systemLibrary) ? [] : nil }
        guard found.output.count > 1, let list = found.output[1].substring else { return [] }
        return Set(list.matches(of: /"(\w+)"/).map { String($0.1) }).union(
            list.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) }
        )
        .subtracting(list.matches(of: /package: "(\w+)"/).map { String($0.1) })
    }
}
