// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The workloads by hand, and the same on the engine. It is a package of its own, so that nobody who depends on the
/// tool builds it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "signalbox", path: "..")],
  targets: [
    .target(name: "CYardsticks", cSettings: [.unsafeFlags(["-O3"])]),
    .target(name: "SwiftYardsticks", swiftSettings: settings),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "CYardsticks", "SwiftYardsticks", .product(name: "SignalboxKit", package: "signalbox"),
        .product(name: "SignalboxGallery", package: "signalbox"),
      ],
      swiftSettings: settings,
      // `Double.rounded` of the gallery calls the C library's mathematics.
      linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "searched",
      dependencies: [
        .product(name: "SignalboxKit", package: "signalbox"), .product(name: "SignalboxTool", package: "signalbox"),
        .product(name: "SignalboxGallery", package: "signalbox"),
      ],
      swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),
  ],
  swiftLanguageModes: [.v6]
)
