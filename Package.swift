// swift-tools-version: 6.2
import PackageDescription

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Without these traits, a user of the library alone fetches and compiles no other package.
let http = TargetDependencyCondition.when(traits: ["HTTP"])
let service = TargetDependencyCondition.when(traits: ["Service"])
let command = TargetDependencyCondition.when(traits: ["Command"])

/// Named one by one: what pkg-config lists for opencv4 loads 375 shared objects. `make command` links them statically.
let openCV = (Context.environment["BOUNDEDCROP_OPENCV"] == "static" ? ["static_imgproc", "static_core"] : ["imgproc", "core"])
    .map { LinkerSetting.linkedLibrary("opencv_\($0)") }

/// Links to where distributions have them: those of the version that is there, and of 4 where both are.
let openCVHeaders: [CXXSetting] = [.headerSearchPath(".opencv4"), .headerSearchPath(".opencv5")]

let package = Package(
    name: "boundedcrop",
    products: [
        .library(name: "BoundedCrop", targets: ["BoundedCrop"]),
        .library(name: "BoundedCropEffects", targets: ["BoundedCropEffects"]),
        .library(name: "BoundedCropLoading", targets: ["BoundedCropLoading"]),
        .library(name: "BoundedCropService", targets: ["BoundedCropService"]),
        .library(name: "BoundedCropVideo", targets: ["BoundedCropVideo"]),
        .library(name: "BoundedCropViews", targets: ["BoundedCropViews"]),
        .executable(name: "boundedcrop", targets: ["boundedcrop"]),
        .executable(name: "boundedcrop-network", targets: ["boundedcrop-network"]),
    ],
    traits: [
        .trait(name: "HTTP", description: "Pictures from URLs: BoundedCropLoading, BoundedCropViews, and URLs for the command."),
        .trait(name: "Service", description: "BoundedCropService, and boundedcrop serve.", enabledTraits: ["HTTP"]),
        .trait(name: "Command", description: "The programs boundedcrop and boundedcrop-network."),
        .default(enabledTraits: ["Command", "Service"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Its traits would link Foundation with ICU, 40 MB, and a package for configuration.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(name: "CCalls"),
        .target(name: "CNettle", linkerSettings: [.linkedLibrary("nettle")]),
        // Its pkg-config file comes with one of the packages; without it, SwiftPM says to install them all.
        .systemLibrary(
            name: "CImageLibraries",
            pkgConfig: "libwebpmux",
            providers: [
                .apt([
                    "libjpeg-dev", "libpng-dev", "libwebp-dev", "libavif-dev", "libheif-dev", "libjxl-dev", "libopenjp2-7-dev",
                    "libraw-dev",
                    "libgif-dev", "libtiff-dev", "libdeflate-dev", "liblcms2-dev", "libexpat1-dev", "zlib1g-dev", "nettle-dev",
                    "libopencv-core-dev",
                    "libopencv-dnn-dev", "libopencv-imgproc-dev",
                ])
            ]
        ),
        .target(
            name: "CImageCodecs",
            dependencies: ["CCalls", "CImageLibraries"],
            linkerSettings: [
                .linkedLibrary("jpeg"),
                .linkedLibrary("png16"),
                .linkedLibrary("webp"),
                .linkedLibrary("webpdemux"),
                .linkedLibrary("webpmux"),
                .linkedLibrary("lcms2"),
                .linkedLibrary("expat"),
                .linkedLibrary("z"),
            ]
        ),
        .target(name: "CSandbox"),
        .target(name: "CLibrary", swiftSettings: strictSwift),
        .systemLibrary(name: "CMalloc"),
        .target(name: "CFaceNetwork", dependencies: ["CCalls"]),
        .target(
            name: "CObjectNetwork",
            dependencies: ["CCalls"],
            cxxSettings: openCVHeaders,
            linkerSettings: [.linkedLibrary("opencv_dnn"), .linkedLibrary("opencv_core")]
        ),
        .target(
            name: "CPixelKernels",
            dependencies: ["CCalls"],
            cxxSettings: openCVHeaders,
            linkerSettings: openCV
        ),
        .target(
            name: "COpenCV",
            dependencies: ["CCalls"],
            cxxSettings: openCVHeaders,
            linkerSettings: [.linkedLibrary("expat")] + openCV
        ),
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
        .target(
            name: "BoundedCropEffects",
            dependencies: ["BoundedCrop", "CLibrary"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropRendering",
            dependencies: ["BoundedCrop", "BoundedCropEffects"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropEvaluation",
            dependencies: ["BoundedCrop", "BoundedCropEffects"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropLoading",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropRuntime",
                "CLibrary",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: http),
                .product(name: "Logging", package: "swift-log", condition: http),
                .product(name: "Metrics", package: "swift-metrics", condition: http),
                .product(name: "NIOCore", package: "swift-nio", condition: http),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: http),
                .product(name: "NIOPosix", package: "swift-nio", condition: http),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: http),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropService",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropLoading",
                "BoundedCropRendering",
                "CLibrary",
                "CMalloc",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
                .product(name: "Hummingbird", package: "hummingbird", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "Metrics", package: "swift-metrics", condition: service),
                .product(name: "NIOCore", package: "swift-nio", condition: service),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: service),
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers", condition: service),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: service),
            ],
            // In the binary, so that it is one file: see PlaygroundFiles.
            resources: [.embedInCode("Playground/page")],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropViews",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "BoundedCropLoading", "CLibrary"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropVideo",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "BoundedCropRendering", "CLibrary"],
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "boundedcrop",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropEvaluation",
                "BoundedCropImaging",
                .target(name: "BoundedCropLoading", condition: http),
                "BoundedCropRendering",
                .target(name: "BoundedCropService", condition: service),
                "BoundedCropVideo",
                .target(name: "BoundedCropViews", condition: http),
                "CLibrary",
                "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: command),
                .product(name: "Hummingbird", package: "hummingbird", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "NIOCore", package: "swift-nio", condition: service),
            ],
            // In the binary, so that it is one file: see ReviewPage.
            resources: [.embedInCode("Review/page")],
            swiftSettings: strictSwift
        ),
        // A program of its own, so that nothing else loads OpenCV's dnn module.
        .executableTarget(
            name: "boundedcrop-network",
            dependencies: ["BoundedCrop", "CCalls", "CLibrary", "CObjectNetwork"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "TestSupport",
            dependencies: ["BoundedCrop", "CLibrary"],
            path: "Tests/TestSupport",
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "RogueDecoder",
            dependencies: ["BoundedCrop", "CLibrary", "CSandbox"],
            path: "Tests/RogueDecoder",
            swiftSettings: strictSwift
        ),
        .target(
            name: "PictureSupport",
            dependencies: ["BoundedCropImaging", "TestSupport"],
            path: "Tests/PictureSupport",
            swiftSettings: strictSwift
        ),
        .testTarget(name: "ArchitectureTests", swiftSettings: strictSwift),
        .testTarget(
            name: "BoundedCropRuntimeTests",
            dependencies: ["BoundedCropRuntime", "CLibrary", "TestSupport"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropImagingTests",
            dependencies: [
                "BoundedCropImaging", "CCalls", "CLibrary", "CPixelKernels", "CSandbox", "PictureSupport", "RogueDecoder", "TestSupport",
            ],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropTests",
            dependencies: ["BoundedCrop", "CCalls", "CLibrary", "COpenCV", "CPixelKernels", "PictureSupport", "TestSupport"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropEffectsTests",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "CCalls", "CLibrary", "CPixelKernels", "TestSupport"],
            exclude: ["References"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropRenderingTests",
            // The service's grammar writes requests in a line.
            dependencies: [
                "BoundedCrop", "BoundedCropEffects", "BoundedCropRendering", "BoundedCropService", "PictureSupport", "TestSupport",
            ],
            exclude: ["References"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "PictureServer",
            dependencies: [
                "CLibrary",
                .product(name: "Hummingbird", package: "hummingbird", condition: service),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: service),
                .product(name: "HummingbirdHTTP2", package: "hummingbird", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "NIOCore", package: "swift-nio", condition: service),
                .product(name: "NIOPosix", package: "swift-nio", condition: service),
            ],
            path: "Tests/PictureServer",
            // Without MemberImportVisibility: Hummingbird's API shows members of packages that only it depends on.
            swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
        ),
        .target(
            name: "RecordingSupport",
            dependencies: [
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: http),
                .product(name: "Logging", package: "swift-log", condition: http),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: http),
            ],
            path: "Tests/RecordingSupport",
            swiftSettings: strictSwift
        ),
        .target(
            name: "ObjectServer",
            dependencies: [
                "BoundedCrop",
                "BoundedCropLoading",
                "TestSupport",
                .product(name: "Subprocess", package: "swift-subprocess", condition: service),
                .product(name: "SystemPackage", package: "swift-system", condition: service),
            ],
            path: "Tests/ObjectServer",
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropLoadingTests",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropLoading",
                "CLibrary",
                "PictureServer",
                "TestSupport",
                "RecordingSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: http),
                .product(name: "Logging", package: "swift-log", condition: http),
                .product(name: "Metrics", package: "swift-metrics", condition: http),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: http),
                .product(name: "NIOCore", package: "swift-nio", condition: http),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: http),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: http),
                .product(name: "Subprocess", package: "swift-subprocess", condition: http),
                .product(name: "SystemPackage", package: "swift-system", condition: http),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: http),
            ],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropServiceTests",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropLoading",
                "BoundedCropRendering",
                "BoundedCropService",
                "CLibrary",
                "ObjectServer",
                "PictureServer",
                "PictureSupport",
                "RogueDecoder",
                "TestSupport",
                "RecordingSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
                .product(name: "Hummingbird", package: "hummingbird", condition: service),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "NIOCore", package: "swift-nio", condition: service),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: service),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
                .product(name: "NIOPosix", package: "swift-nio", condition: service),
                .product(name: "Subprocess", package: "swift-subprocess", condition: service),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: service),
            ],
            exclude: ["Clients/compose.py", "Dialects/References"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropViewsTests",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "BoundedCropLoading", "BoundedCropViews", "TestSupport"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "EvaluationTests",
            dependencies: ["BoundedCrop", "BoundedCropEvaluation", "TestSupport"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "VideoTests",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "BoundedCropRendering", "BoundedCropVideo", "TestSupport"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "NetworkTests",
            dependencies: ["BoundedCrop", "BoundedCropRuntime", "CLibrary", "TestSupport", "boundedcrop-network"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropLoading",
                "BoundedCropRendering",
                "BoundedCropRuntime",
                "CLibrary",
                "ObjectServer",
                "PictureServer",
                "PictureSupport",
                "TestSupport",
                "boundedcrop",
                "boundedcrop-network",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: command),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
                .product(name: "NIOCore", package: "swift-nio", condition: service),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
                .product(name: "Subprocess", package: "swift-subprocess", condition: service),
                .product(name: "SystemPackage", package: "swift-system", condition: service),
            ],
            swiftSettings: strictSwift
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Only for make docs, so that users of the library do not fetch it.
if Context.environment["BOUNDEDCROP_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Some of the targets alone, for builds that need no more: see Scripts/test-sanitized.
if let kept = Context.environment["BOUNDEDCROP_TARGETS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll()
}
