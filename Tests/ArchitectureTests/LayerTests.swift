import Foundation
import Testing

/// Checks the sources against Package.swift, the only place where dependencies are listed: what is not in a target's list may not be imported,
/// although SwiftPM builds it if another target depends on it.
@Suite struct LayerTests {
    /// The targets in `Sources`.
    static let targets = Result {
        try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources")).filter { !$0.hasPrefix(".") }.sorted()
    }
    static let names = (try? targets.get()) ?? []

    /// The modules of the toolchain.
    static let toolchain: Set<String> = ["Dispatch", "Foundation", "FoundationEssentials", "Observation", "Synchronization"]
    /// The C libraries of systems, which only `CLibrary` imports by their names.
    static let cLibraries: Set<String> = ["Bionic", "Darwin", "Glibc", "Musl"]

    @Test func theArchitectureNamesEveryFolderAndOnlyFilesThatExist() throws {
        let folders = try Self.targets.get()
        let named = try Repository.text("docs/architecture.md").matches(of: /`(Sources\/[^`*]+)`/).map { String($0.1) }
        #expect(folders.allSatisfy { named.contains("Sources/\($0)") } && named.count > 40)
        #expect(named.filter { !FileManager.default.fileExists(atPath: Repository.path($0)) } == [])
    }

    @Test(arguments: names) func importsAreDependencies(target: String) throws {
        let dependencies = try #require(try Repository.dependencies(of: target), "\(target) is not in the manifest")
        let files = try Repository.files(in: "Sources/\(target)")
        #expect(!files.isEmpty)
        // Modules of packages may come with a product of another name.
        let usesPackages = !dependencies.isSubset(of: Self.names)
        for file in files where target != "CLibrary" {
            let unlisted = try Repository.imports(ofFile: file).subtracting(dependencies).subtracting(Self.toolchain).subtracting([target])
            #expect(unlisted.filter { Self.names.contains($0) || !usesPackages } == [], "\(file)")
        }
    }

    /// Without its traits the package has no dependencies, so that users of the library alone fetch nothing else.
    @Test func everyProductOfAnotherPackageBelongsToATrait() throws {
        let products = try Repository.text("Package.swift").matches(of: /\.product\(([^)]*)\)/).map { String($0.1) }
        #expect(products.count > 30)
        for product in products { #expect(product.contains(/condition: (command|http|service)$/), "\(product)") }
    }

    @Test func onlyOneTargetNamesTheCLibrary() throws {
        for file in try ["Sources", "Tests"].flatMap(Repository.files(in:)) where !file.hasPrefix("Sources/CLibrary/") {
            #expect(try Repository.imports(ofFile: file).isDisjoint(with: Self.cLibraries), "\(file) is to import CLibrary")
        }
    }
}
