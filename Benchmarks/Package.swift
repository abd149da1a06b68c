// swift-tools-version: 6.1
import PackageDescription

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    dependencies: [
        // Named, because otherwise it is called after the folder that it was cloned into.
        .package(name: "boundedcrop", path: "..")
    ],
    targets: [
        .target(
            name: "COpenCVTwin",
            cxxSettings: [.headerSearchPath(".opencv4")],
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]
        ),
        .target(
            name: "CPipelineTwin",
            cxxSettings: [.headerSearchPath(".opencv4")],
            linkerSettings: [
                .linkedLibrary("jpeg"),
                .linkedLibrary("opencv_core"),
                .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("opencv_dnn"),
            ]
        ),
        .target(name: "Measuring", swiftSettings: strictSwift),
        .executableTarget(
            name: "CropBenchmark",
            dependencies: [
                "CPipelineTwin",
                "Measuring",
                .product(name: "BoundedCrop", package: "boundedcrop"),
            ],
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "EffectsBenchmark",
            dependencies: [
                "COpenCVTwin",
                "Measuring",
                .product(name: "BoundedCrop", package: "boundedcrop"),
                .product(name: "BoundedCropEffects", package: "boundedcrop"),
            ],
            swiftSettings: strictSwift
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
