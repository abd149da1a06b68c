// swift-tools-version: 6.2
import PackageDescription

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// See the package's own manifest.
let openCVHeaders: [CXXSetting] = [.headerSearchPath(".opencv4"), .headerSearchPath(".opencv5")]

let package = Package(
    name: "benchmarks",
    dependencies: [
        // Named explicitly; otherwise the name is that of the folder it was cloned into.
        .package(name: "boundedcrop", path: ".."),
        // Without its traits, which replace functions of malloc and the Swift runtime.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // Through a link: targets of two packages must not have the same name.
        .target(name: "BenchmarksCLibrary", swiftSettings: strictSwift),
        .target(
            name: "COpenCVTwin",
            cxxSettings: openCVHeaders,
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]
        ),
        .target(
            name: "CPipelineTwin",
            cxxSettings: openCVHeaders,
            linkerSettings: [
                .linkedLibrary("jpeg"),
                .linkedLibrary("opencv_core"),
                .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("opencv_dnn"),
            ]
        ),
        .target(
            name: "Pictures",
            dependencies: [.product(name: "BoundedCrop", package: "boundedcrop")],
            swiftSettings: strictSwift
        ),
        .target(
            name: "Measuring",
            dependencies: ["BenchmarksCLibrary", .product(name: "Benchmark", package: "benchmark")],
            swiftSettings: strictSwift
        ),
        // Decodes for the service.
        .executableTarget(
            name: "Decoder",
            dependencies: [.product(name: "BoundedCrop", package: "boundedcrop")],
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "Comparison",
            dependencies: [
                "BenchmarksCLibrary",
                "COpenCVTwin",
                "CPipelineTwin",
                "Pictures",
                .product(name: "BoundedCrop", package: "boundedcrop"),
                .product(name: "BoundedCropEffects", package: "boundedcrop"),
            ],
            swiftSettings: strictSwift
        ),
        // The benchmark library runs what is in a folder named Benchmarks.
        benchmark("Pipeline"),
        benchmark("Effects", [.product(name: "BoundedCropEffects", package: "boundedcrop")]),
        benchmark(
            "LoaderAndService",
            [
                "Decoder",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "BoundedCropLoading", package: "boundedcrop"),
                .product(name: "BoundedCropService", package: "boundedcrop"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

func benchmark(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + [
            "Measuring",
            "Pictures",
            .product(name: "Benchmark", package: "benchmark"),
            .product(name: "BoundedCrop", package: "boundedcrop"),
        ],
        path: "Benchmarks/\(name)",
        swiftSettings: strictSwift,
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
}
