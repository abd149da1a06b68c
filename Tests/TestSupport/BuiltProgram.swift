package import Foundation

/// Programs of this package, as built with the tests.
package enum BuiltProgram {
    /// A program next to the running tests, whatever folder they were built in, or otherwise in SwiftPM's default build folder.
    package static func named(_ name: String) -> URL? {
        let running = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let named = URL(fileURLWithPath: CommandLine.arguments[0])
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) }
        var folders: [URL] = []
        for start in [bundle, named, running].compactMap({ $0 }) {
            var folder = start.deletingLastPathComponent()
            for _ in 0..<4 {
                folders.append(folder)
                folder = folder.deletingLastPathComponent()
            }
        }
        let build = Fixture.package.appendingPathComponent(".build")
        folders += [build.appendingPathComponent("debug"), build.appendingPathComponent("release")]
        return folders.map { $0.appendingPathComponent(name) }.first { candidate in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory) && !isDirectory.boolValue
                && FileManager.default.isExecutableFile(atPath: candidate.path)
        }
    }

    package struct NotBuilt: Error, CustomStringConvertible {
        package let description: String
    }

    /// The path of the helper that misbehaves as files tell it to.
    package static func rogueDecoder() throws -> String {
        guard let program = named("RogueDecoder") else {
            throw NotBuilt(description: "no built RogueDecoder was found beside the tests: run swift build --build-tests first")
        }
        return program.path
    }

    /// A picture whose last line tells that helper what to do, and at which call.
    package static func rogue(_ misdeed: String, at call: Int = 1, in fixture: String = "orientations/obama_1.jpg") throws -> [UInt8] {
        try Fixture.bytes(fixture) + Array("\nrogue \(misdeed) \(call)".utf8)
    }
}
