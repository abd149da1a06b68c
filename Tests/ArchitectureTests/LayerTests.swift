import Foundation
import Testing

/// Arrows point down only: who may know whom, as the README's architecture section says.
@Suite struct LayerTests {
    /// The targets in `Sources`, each with those of them that it may know.
    static let mayKnow: [String: Set<String>] = [
        "CCalls": [], "CImageLibraries": [], "CMalloc": [], "CSandbox": [],
        "CFaceNetwork": ["CCalls"], "CImageCodecs": ["CCalls", "CImageLibraries"], "COpenCV": ["CCalls"], "CPixelKernels": ["CCalls"],
        "BoundedCropRuntime": ["CCalls"],
        "BoundedCropImaging": ["BoundedCropRuntime", "CCalls", "CImageCodecs", "CPixelKernels", "CSandbox"],
        "BoundedCrop": ["BoundedCropImaging", "BoundedCropRuntime", "CCalls", "CFaceNetwork", "COpenCV"],
        "BoundedCropEffects": ["BoundedCrop", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropEvaluation": ["BoundedCrop", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropLoading": ["BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropRuntime"],
        "BoundedCropViews": ["BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropLoading", "BoundedCropRuntime"],
        "BoundedCropService": [
            "BoundedCrop", "BoundedCropEffects", "BoundedCropImaging", "BoundedCropLoading", "BoundedCropRuntime", "CMalloc",
        ],
        "boundedcrop": [
            "BoundedCrop", "BoundedCropEffects", "BoundedCropEvaluation", "BoundedCropImaging", "BoundedCropLoading", "BoundedCropRuntime",
            "BoundedCropService", "BoundedCropViews", "CMalloc",
        ],
    ]

    /// What those below the loader may use of others: a user of the library alone builds no HTTP stack.
    static let light: Set<String> = ["Crypto", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization"]
    static let heavy: Set<String> = ["BoundedCropLoading", "BoundedCropViews", "BoundedCropService", "boundedcrop"]

    @Test func everyTargetHasAPlace() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources")).filter { !$0.hasPrefix(".") }
        #expect(Set(folders) == Set(Self.mayKnow.keys))
    }

    @Test(arguments: mayKnow.keys.sorted()) func theManifestPointsDown(target: String) throws {
        let dependencies = try #require(try Repository.dependencies(of: target), "\(target) is not in the manifest")
        try check(dependencies, of: target, in: "Package.swift")
    }

    @Test(arguments: mayKnow.keys.sorted()) func importsPointDown(target: String) throws {
        let files = try Repository.files(in: "Sources/\(target)")
        #expect(!files.isEmpty)
        for file in files { try check(Repository.imports(ofFile: file).subtracting([target]), of: target, in: file) }
    }

    private func check(_ known: Set<String>, of target: String, in file: String) throws {
        let allowed = try #require(Self.mayKnow[target])
        let ours = known.filter { Self.mayKnow[$0] != nil }
        #expect(ours.subtracting(allowed).isEmpty, "\(file) points up")
        guard !Self.heavy.contains(target) else { return }
        #expect(known.subtracting(ours).subtracting(Self.light).isEmpty, "\(file) brings a library that \(target) must do without")
    }
}
