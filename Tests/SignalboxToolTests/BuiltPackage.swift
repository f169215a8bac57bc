import Foundation
import PtySupport
import Synchronization
import Testing

/// A package over Signalbox that `init` made, built by SwiftPM in the build that the tests run from: what is built
/// there is built with the same flags, so nothing of Signalbox is compiled again.
struct BuiltPackage {
  let folder: ScratchFolder
  let name: String
  var path: String { folder.path(name) }
  /// How SwiftPM calls the package of Signalbox: by its folder.
  let identity = URL(fileURLWithPath: ReadmeTests.root).lastPathComponent

  /// How `Scripts/test` builds, without which a test of this kind would compile everything anew.
  static let arguments = ProcessInfo.processInfo.environment["SIGNALBOX_BUILD"]
  static let isAvailable = arguments != nil
  static let skipReason = "Scripts/test says how it builds; 'swift test' does not"

  /// Gives a shell what of the environment a build depends on.
  static let exports: String = {
    let environment = ProcessInfo.processInfo.environment
    let kept = ["PATH", "HOME", "SIGNALBOX_OPTIMISED_TESTS"].compactMap { name in
      environment[name].map { "\(name)='\($0)'" }
    }
    return "export \(kept.joined(separator: " "))"
  }()

  /// One package at a time: they share a build.
  private static let isBuilding = Mutex(())

  /// Makes the package in a folder of its own.
  ///
  /// - Parameter options: More for `init`.
  init(_ name: String, _ options: [String] = []) throws {
    folder = try ScratchFolder()
    self.name = name
    let run = try ToolRun(["init", name, "--checkout", ReadmeTests.root] + options, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    // The versions of this build, so that nothing is fetched.
    try FileManager.default.copyItem(
      atPath: "\(ReadmeTests.root)/Package.resolved", toPath: "\(path)/Package.resolved")
  }

  /// Does something while nobody else builds.
  static func alone(_ body: () throws -> Void) rethrows {
    try isBuilding.withLock { _ in try body() }
  }

  /// Runs `swift SUBCOMMAND` over the package as Scripts/test runs it, from the folder that the package is in.
  ///
  /// The tests run under `swift test`, which holds the lock of the build and waits for them: it is passed over.
  func swift(_ subcommand: String) throws -> ToolRun {
    let options = "--package-path '\(path)' --ignore-lock \(Self.arguments ?? "")"
    return try ToolRun.shell("\(Self.exports); swift \(subcommand) \(options)", in: folder)
  }

  /// Runs the lab in the package; it stands where the tests' own products do.
  func lab(_ arguments: String, lines: [String] = []) throws -> ToolRun {
    try folder.write(lines.map { "\($0)\n" }.joined(), to: ".in")
    let lab = BuiltProduct.path("\(name.lowercased())-lab")
    return try ToolRun.shell("(cd '\(path)' && '\(lab)' \(arguments) <../.in)", in: folder)
  }

  /// Replaces what stands once in a file of the package.
  func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try folder.text("\(name)/\(file)")
    try #require(text.components(separatedBy: old).count == 2)
    try folder.write(text.replacing(old, with: new), to: "\(name)/\(file)")
  }
}
