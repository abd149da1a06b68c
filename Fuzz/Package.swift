// swift-tools-version: 6.2
import PackageDescription

// Builds the library a second time, through links to its folders: with sanitizers and the fuzzer's instrumentation, in one package with the
// targets, so that they can use non-public symbols, and without the HTTP stack, which takes minutes to build.

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "CCalls"),
        .target(name: "CNettle", linkerSettings: [.linkedLibrary("nettle")]),
        .target(name: "CSandbox"),
        .target(name: "CLibrary", swiftSettings: strictSwift),
        .target(
            name: "CImageCodecs",
            dependencies: ["CCalls"],
            linkerSettings: ["jpeg", "png16", "webp", "webpdemux", "webpmux", "lcms2", "expat"].map { .linkedLibrary($0) }
        ),
        .target(name: "CFaceNetwork", dependencies: ["CCalls"]),
        openCV("CPixelKernels"),
        openCV("COpenCV"),
        .target(
            name: "BoundedCropRuntime",
            dependencies: ["CCalls", "CLibrary", "CNettle"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropImaging",
            dependencies: ["BoundedCropRuntime", "CCalls", "CImageCodecs", "CLibrary", "CPixelKernels", "CSandbox"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCrop",
            dependencies: ["BoundedCropImaging", "CCalls", "CFaceNetwork", "CLibrary", "COpenCV"],
            swiftSettings: strictSwift
        ),
        .target(name: "BoundedCropEffects", dependencies: ["BoundedCrop", "CLibrary"], swiftSettings: strictSwift),
        .target(name: "BoundedCropRendering", dependencies: ["BoundedCrop", "BoundedCropEffects"], swiftSettings: strictSwift),
        // The files of the service and the loader that parse text.
        .target(
            name: "ServiceGrammar",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "BoundedCropRendering", "CLibrary", "HTTPTypes"],
            // It chooses the grammar of a request by its path.
            exclude: ["Dialects/Grammars.swift", "Dialects/URLReader.swift"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "LoadingGrammar",
            dependencies: ["BoundedCrop", "CLibrary", "NIOHTTP1"],
            swiftSettings: strictSwift
        ),
        // Stands in for swift-nio's type: a list of names and values.
        .target(name: "NIOHTTP1", path: "StandIns/NIOHTTP1"),
        // Stands in for swift-http-types' fields.
        .target(name: "HTTPTypes", path: "StandIns/HTTPTypes"),
        .target(name: "Oracles", dependencies: ["BoundedCrop"], path: "Swift/Oracles", swiftSettings: strictSwift),
        fuzzer("Picture", ["BoundedCrop"]),
        fuzzer("Dialects", ["BoundedCrop", "BoundedCropRendering", "HTTPTypes", "ServiceGrammar"]),
        fuzzer("ImageURL", ["BoundedCrop", "BoundedCropRendering", "ServiceGrammar"]),
        fuzzer("Effects", ["BoundedCrop", "BoundedCropEffects", "BoundedCropRendering"]),
        fuzzer("Expressions", ["BoundedCrop", "ServiceGrammar"]),
        fuzzer("Headers", ["BoundedCrop", "LoadingGrammar", "NIOHTTP1", "ServiceGrammar"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

func openCV(_ name: String) -> Target {
    .target(
        name: name,
        dependencies: ["CCalls"],
        cxxSettings: [.headerSearchPath(".opencv4"), .headerSearchPath(".opencv5")],
        linkerSettings: ["opencv_imgproc", "opencv_core"].map { .linkedLibrary($0) }
    )
}

/// The fuzzer provides `main`.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + ["Oracles"],
        path: "Swift/\(name)",
        swiftSettings: strictSwift + [.unsafeFlags(["-parse-as-library"])]
    )
}
