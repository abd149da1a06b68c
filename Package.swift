// swift-tools-version: 6.1
import PackageDescription

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "boundedcrop",
    products: [
        .library(name: "BoundedCrop", targets: ["BoundedCrop"]),
        .library(name: "BoundedCropEffects", targets: ["BoundedCropEffects"]),
        .executable(name: "boundedcrop", targets: ["boundedcrop"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(
            name: "CImageCodecs",
            linkerSettings: [
                .linkedLibrary("jpeg"),
                .linkedLibrary("png16"),
                .linkedLibrary("webp"),
                .linkedLibrary("webpdemux"),
                .linkedLibrary("webpmux"),
                .linkedLibrary("lcms2"),
                .linkedLibrary("expat"),
            ]
        ),
        .target(
            name: "COpenCV",
            cxxSettings: [.headerSearchPath(".opencv4")],
            // Named one by one: what pkg-config lists for opencv4 loads 375 shared objects.
            linkerSettings: [
                .linkedLibrary("opencv_core"),
                .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("opencv_objdetect"),
                .linkedLibrary("opencv_dnn"),
            ]
        ),
        .target(
            name: "BoundedCrop",
            dependencies: [
                "CImageCodecs",
                "COpenCV",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropEffects",
            dependencies: ["BoundedCrop", "COpenCV"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "BoundedCropEvaluation",
            dependencies: ["BoundedCrop"],
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "boundedcrop",
            dependencies: [
                "BoundedCrop",
                "BoundedCropEffects",
                "BoundedCropEvaluation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropTests",
            dependencies: ["BoundedCrop"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "BoundedCropEffectsTests",
            dependencies: ["BoundedCrop", "BoundedCropEffects"],
            exclude: ["References"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "EvaluationTests",
            dependencies: ["BoundedCrop", "BoundedCropEvaluation"],
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["BoundedCrop", "BoundedCropEffects", "boundedcrop"],
            swiftSettings: strictSwift
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
