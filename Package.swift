// swift-tools-version: 6.2
import PackageDescription

/// `Scripts/test` builds in release mode, because in debug mode the argument parser checks every command again at each
/// start. This package's own sources are then compiled as for debugging; only what the tests keep most busy is optimised,
/// its assertions kept. SwiftPM takes these flags from a root package only, so they are here only where the variable is set.
let isTested = Context.environment["SIGNALBOX_OPTIMISED_TESTS"] != nil
let optimised: [String] =
  isTested ? ["Turns", "Statecharts", "ViewModels", "Traces", "Sequences", "Differences", "Exploration"] : []
let optimising = SwiftSetting.unsafeFlags(["-O"])

let settings: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isTested ? [.define("DEBUG"), .unsafeFlags(["-Onone", "-assert-config", "Debug", "-enable-testing"])] : [])

/// A module, the modules of this package that it may import, and what it may import from outside.
struct Module {
  let name: String
  let imports: [String]
  let outside: [String]

  init(_ name: String, _ imports: [String] = [], outside: [String] = []) {
    (self.name, self.imports, self.outside) = (name, imports, outside)
  }

  var isProgram: Bool { name.hasPrefix("signalbox") }
}

/// The import law: arrows point only as listed, and only to modules above. `Tests/RepositoryTests` reads this table
/// and holds the sources to it.
let modules = [
  Module("SeededRandom"),
  Module("Locks", ["CLocks"]),
  Module("Turns"),
  Module("Statecharts", ["Turns", "Locks"]),
  Module("ViewModels", ["Statecharts", "Locks"]),
  Module("Adapters", ["Statecharts", "ViewModels", "Locks", "CAdapters"], outside: ["Observation", "_Concurrency"]),
  Module("Gallery", ["ViewModels", "Adapters"], outside: ["Observation"]),
  Module("Files", ["Locks", "CFiles"]),
  Module("Traces", ["Turns"]),
  Module("Recordings", ["ViewModels", "Traces"]),
  Module("Live", ["ViewModels", "Traces", "Recordings", "Files"], outside: ["Observation", "_Concurrency"]),
  Module("Sequences"),
  Module("Differences", ["Turns", "Traces", "Sequences", "Files"]),
  Module("Exploration", ["Statecharts", "ViewModels", "Traces", "Differences", "Files", "SeededRandom"]),
  Module("Diagrams", ["Statecharts", "Traces"]),
  Module("DiagramFiles", ["Statecharts", "ViewModels", "Traces", "Diagrams", "Files", "Locks"]),
  Module("Transcripts", ["Turns", "Traces", "Files"]),
  Module("Worker", ["Turns", "Traces", "Files"]),
  Module(
    "Console",
    ["Statecharts", "ViewModels", "Traces", "Recordings", "Differences", "Exploration", "Diagrams", "Transcripts"]),
  Module("Terminal", ["Files", "CEditline"], outside: ["Darwin", "Glibc"]),
  Module("Layers"),
  Module("SignalboxTesting", ["ViewModels", "Transcripts", "Console", "Files", "Traces"]),
  Module(
    "SignalboxTool",
    [
      "Statecharts", "ViewModels", "Traces", "Differences", "Exploration", "Diagrams", "DiagramFiles", "Console",
      "Transcripts", "Worker", "Files", "Terminal", "Locks",
    ], outside: ["ArgumentParser"]),
  Module("signalbox", ["SignalboxTool", "Gallery"]),
  Module("signalbox-layers", ["Turns", "Files", "Traces", "Layers"], outside: ["ArgumentParser"]),
]

let tests: [(module: String, imports: [String])] = [
  ("Repository", []),
  ("Statecharts", ["Statecharts", "SeededRandom"]),
  ("ViewModels", ["ViewModels", "SeededRandom"]),
  (
    "Gallery",
    [
      "Gallery", "ViewModels", "Console", "Transcripts", "Traces", "Recordings", "Differences", "SignalboxTesting",
      "SeededRandom",
    ]
  ),
  ("Files", ["Files"]),
  ("Traces", ["Traces", "Turns", "SeededRandom"]),
  ("Live", ["Live", "Gallery", "ViewModels", "Console", "Traces", "Files", "PtySupport", "live-fixture"]),
  ("Sequences", ["Sequences", "SeededRandom"]),
  ("Differences", ["Differences", "Traces", "Turns", "SeededRandom"]),
  ("Exploration", ["Exploration", "Gallery", "ViewModels", "Statecharts", "Traces", "Differences", "SeededRandom"]),
  (
    "DiagramFiles",
    [
      "DiagramFiles", "Diagrams", "Gallery", "ViewModels", "Statecharts", "Traces", "SeededRandom", "PtySupport",
    ]
  ),
  ("Diagrams", ["Diagrams", "Statecharts", "Traces", "SeededRandom"]),
  (
    "Console",
    [
      "Console", "Gallery", "ViewModels", "Statecharts", "Traces", "Differences", "Exploration", "Transcripts",
      "SeededRandom",
    ]
  ),
  ("Transcripts", ["Transcripts", "Console", "Traces", "Turns", "SeededRandom"]),
  ("Adapters", ["adapters-fixture", "signalbox", "PtySupport"]),
  ("Worker", ["Worker", "Traces", "Turns", "Files"]),
  ("Layers", ["Layers", "SeededRandom"]),
  ("Terminal", ["Terminal", "CEditline", "PtySupport", "editor-fixture"]),
  (
    "SignalboxTool",
    [
      "signalbox", "signalbox-layers", "live-fixture", "hostile-fixture", "trapping-fixture", "unsteady-fixture",
      "adapters-fixture", "soak", "SignalboxTool",
      "SignalboxTesting", "PtySupport", "SeededRandom", "Files",
      "Traces", "Differences", "Exploration", "Transcripts", "Console", "Gallery", "ViewModels", "Statecharts",
    ]
  ),
]

let package = Package(
  name: "signalbox",
  platforms: [.iOS(.v17), .watchOS(.v10), .tvOS(.v17), .visionOS(.v1), .macOS(.v15)],
  products: [
    .library(name: "SignalboxKit", targets: ["ViewModels", "Statecharts", "Turns"]),
    .library(name: "SignalboxAdapters", targets: ["Adapters"]),
    .library(name: "SignalboxLive", targets: ["Live"]),
    .library(name: "SignalboxTool", targets: ["SignalboxTool"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
    .library(name: "SignalboxGallery", targets: ["Gallery", "Traces"]),
    .executable(name: "signalbox", targets: ["signalbox"]),
    .executable(name: "signalbox-layers", targets: ["signalbox-layers"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "CAdapters"),
    .target(name: "CFiles"),
    .target(name: "CLocks"),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CPty", path: "Tests/CPty"),
    .target(
      name: "PtySupport", dependencies: ["CPty", "Turns", "Traces", "SeededRandom"], path: "Tests/PtySupport",
      swiftSettings: settings),
    .executableTarget(
      name: "editor-fixture", dependencies: ["Terminal"], path: "Tests/EditorFixture", swiftSettings: settings),
    .executableTarget(
      name: "hostile-fixture", dependencies: ["SignalboxTool", "ViewModels", "Statecharts"],
      path: "Tests/HostileFixture", swiftSettings: settings),
    .executableTarget(
      name: "adapters-fixture", dependencies: ["SignalboxTool", "Adapters", "ViewModels"],
      path: "Tests/AdaptersFixture",
      swiftSettings: settings),
    .executableTarget(
      name: "trapping-fixture", dependencies: ["SignalboxTool", "ViewModels", "Statecharts"],
      path: "Tests/TrappingFixture", swiftSettings: settings),
    .executableTarget(
      name: "unsteady-fixture", dependencies: ["SignalboxTool", "ViewModels"], path: "Tests/UnsteadyFixture",
      swiftSettings: settings),
    .executableTarget(
      name: "live-fixture", dependencies: ["Live", "ViewModels", "Console", "Traces", "SeededRandom"],
      path: "Tests/LiveFixture", exclude: ["server.py"], swiftSettings: settings),
    .executableTarget(
      name: "soak", dependencies: ["PtySupport", "SeededRandom"], path: "Tests/Soak", swiftSettings: settings),
  ]
    + modules.map { module -> Target in
      var dependencies = module.imports.map(Target.Dependency.init(stringLiteral:))
      if module.outside.contains("ArgumentParser") {
        dependencies.append(.product(name: "ArgumentParser", package: "swift-argument-parser"))
      }
      let own = settings + (optimised.contains(module.name) ? [optimising] : [])
      return module.isProgram
        ? .executableTarget(name: module.name, dependencies: dependencies, swiftSettings: own)
        : .target(name: module.name, dependencies: dependencies, swiftSettings: own)
    }
    + tests.map { test in
      .testTarget(
        name: "\(test.module)Tests",
        dependencies: test.imports.map(Target.Dependency.init(stringLiteral:)),
        swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
