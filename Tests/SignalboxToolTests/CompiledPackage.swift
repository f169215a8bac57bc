import Foundation
import PtySupport

/// A package over Signalbox, as `init` writes one, built by the compiler alone: against the modules and objects of
/// this test run, in seconds.
struct CompiledPackage {
  /// The package's folder is in it.
  let scratch: ScratchFolder
  let name: String

  var path: String { scratch.path(name) }
  var tool: String { scratch.path("\(name.lowercased())-lab") }
  private var library: String { "\(name)Machines" }

  /// What of the package's products in the test run's own executable is the libraries'.
  private static let modules = """
    ArgumentParser ArgumentParserToolInfo CEditline CFiles CLocks Console DiagramFiles Diagrams Differences
    Exploration Files Live Locks Recordings SeededRandom Sequences SignalboxTesting SignalboxTool Statecharts
    Terminal Traces Transcripts Turns ViewModels Worker
    """.split(whereSeparator: \.isWhitespace)

  init(_ name: String, in scratch: ScratchFolder) throws {
    self.scratch = scratch
    self.name = name
    let objects = try String(
      contentsOfFile: "\(BuiltProduct.folder)/signalboxPackageTests.product/Objects.LinkFileList", encoding: .utf8)
    let folders = Self.modules.map { "/\($0).build/" }
    let own = objects.split(separator: "\n").filter { object in folders.contains { object.contains($0) } }
    try scratch.write(own.map { "\($0)\n" }.joined(), to: "objects")
  }

  /// The texts of the library and of the lab by their paths.
  var sources: [String: String] {
    get throws {
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/Sources").filter {
        $0.hasSuffix(".swift")
      }
      return try Dictionary(uniqueKeysWithValues: files.map { ($0, try scratch.text("\(name)/Sources/\($0)")) })
    }
  }

  /// Builds the library, and the tool over it.
  func buildTool() throws {
    try compile(
      ["-module-name", library, "-wmo", "-c", "-o", scratch.path("\(library).o"), "-emit-module"]
        + files(of: "Sources/\(library)"))
    try link("Sources/\(name.lowercased())-lab", module: "Lab", to: tool)
  }

  /// Builds the tests over the library that was built last, and returns what runs them.
  func buildTests() throws -> String {
    try scratch.write(
      "import Testing\n@main struct Runner { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }\n",
      to: "Runner.swift")
    let runner = scratch.path("\(name)Tests")
    try link("Tests/\(name)Tests", module: "\(name)Tests", [scratch.path("Runner.swift")], to: runner)
    return runner
  }

  private func link(_ folder: String, module: String, _ more: [String] = [], to product: String) throws {
    try compile(
      ["-module-name", module, "-o", product, scratch.path("\(library).o"), "@objects", "-ledit"] + files(of: folder)
        + more)
  }

  private func compile(_ arguments: [String]) throws {
    let products = BuiltProduct.folder
    let maps = ["CFiles", "CLocks", "CEditline"].map {
      "-Xcc '-fmodule-map-file=\(products)/\($0).build/module.modulemap'"
    }
    let options = ["-swift-version 6 -warnings-as-errors -parse-as-library -I . -I '\(products)/Modules'"] + maps
    let words = ["swiftc"] + options + arguments.map { "'\($0)'" }
    let run = try ToolRun.callersShell(words.joined(separator: " "), in: scratch)
    guard run.code == 0 else { throw Failure(description: "the package does not build:\n\(run.output)\(run.errors)") }
  }

  private func files(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted().map { "\(path)/\(folder)/\($0)" }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
