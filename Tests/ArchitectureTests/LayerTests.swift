import Foundation
import Testing

/// Checks that dependencies point down only, as docs/architecture.md describes.
@Suite struct LayerTests {
    /// The targets in `Sources`, each with the targets that it may depend on.
    static let mayKnow: [String: Set<String>] = [
        "CCalls": [], "CImageLibraries": [], "CLibrary": [], "CMalloc": [], "CNettle": [], "CSandbox": [],
        "CFaceNetwork": ["CCalls"], "CImageCodecs": ["CCalls", "CImageLibraries"], "CObjectNetwork": ["CCalls"],
        "COpenCV": ["CCalls"], "CPixelKernels": ["CCalls"],
        "BoundedCropRuntime": ["CCalls", "CLibrary", "CNettle"],
        "BoundedCropImaging": ["BoundedCropRuntime", "CCalls", "CImageCodecs", "CLibrary", "CPixelKernels", "CSandbox"],
        "BoundedCrop": ["BoundedCropImaging", "BoundedCropRuntime", "CCalls", "CFaceNetwork", "CLibrary", "COpenCV"],
        "BoundedCropEffects": ["BoundedCrop", "BoundedCropImaging", "BoundedCropRuntime", "CLibrary"],
        "BoundedCropRendering": ["BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropEvaluation": ["BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropLoading": ["BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropRuntime", "CLibrary"],
        "BoundedCropVideo": ["BoundedCrop", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropViews": [
            "BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropLoading", "BoundedCropRuntime", "CLibrary",
        ],
        "BoundedCropService": [
            "BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropLoading", "BoundedCropRendering", "BoundedCropRuntime",
            "CLibrary", "CMalloc",
        ],
        "boundedcrop": [
            "BoundedCrop", "BoundedCropEffects", "BoundedCropEvaluation", "BoundedCropImaging", "BoundedCropLoading",
            "BoundedCropRendering", "BoundedCropRuntime", "BoundedCropService", "BoundedCropVideo", "BoundedCropViews", "CLibrary",
            "CMalloc",
        ],
        "boundedcrop-network": ["BoundedCrop", "BoundedCropImaging", "BoundedCropRuntime", "CCalls", "CLibrary", "CObjectNetwork"],
    ]

    /// The external modules that targets below the loader may import, so that users of the library alone need not build an HTTP stack.
    static let light: Set<String> = ["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"]
    static let heavy: Set<String> = ["BoundedCropLoading", "BoundedCropViews", "BoundedCropService", "boundedcrop"]

    /// The C libraries of systems, which only `CLibrary` imports by their names.
    static let cLibraries: Set<String> = ["Bionic", "Darwin", "Glibc", "Musl"]

    @Test func everyTargetIsListed() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources")).filter { !$0.hasPrefix(".") }
        #expect(Set(folders) == Set(Self.mayKnow.keys))
    }

    @Test func theArchitectureNamesEveryFolderAndOnlyFilesThatExist() throws {
        let names = try Repository.text("docs/architecture.md").matches(of: /`(Sources\/[^`*]+)`/).map { String($0.1) }
        #expect(Self.mayKnow.keys.allSatisfy { names.contains("Sources/\($0)") } && names.count > 60)
        #expect(names.filter { !FileManager.default.fileExists(atPath: Repository.path($0)) } == [])
    }

    @Test(arguments: mayKnow.keys.sorted()) func manifestDependenciesPointDown(target: String) throws {
        let dependencies = try #require(try Repository.dependencies(of: target), "\(target) is not in the manifest")
        try check(dependencies, of: target, in: "Package.swift")
    }

    @Test(arguments: mayKnow.keys.sorted()) func importsPointDown(target: String) throws {
        let files = try Repository.files(in: "Sources/\(target)")
        #expect(!files.isEmpty)
        for file in files { try check(Repository.imports(ofFile: file).subtracting([target]), of: target, in: file) }
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

    private func check(_ known: Set<String>, of target: String, in file: String) throws {
        let allowed = try #require(Self.mayKnow[target])
        let ours = known.filter { Self.mayKnow[$0] != nil }
        #expect(ours.subtracting(allowed).isEmpty, "\(file) points up")
        guard !Self.heavy.contains(target) else { return }
        let light = target == "CLibrary" ? Self.cLibraries : Self.light
        #expect(known.subtracting(ours).subtracting(light).isEmpty, "\(file) imports a module that \(target) must not depend on")
    }
}
