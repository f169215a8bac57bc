/// Which module may import which. Arrows point only as listed here, in `Package.swift` and in CONTRIBUTING.md.
enum ImportLaw {
  struct Row {
    let module: String
    /// Modules of this package.
    let own: [String]
    /// Modules from outside: of the system, the toolchain and the dependencies.
    var foreign: [String] = []
  }

  private static let system = ["Darwin", "Glibc", "Musl"]
  private static let collections = [
    "BasicContainers", "BitCollections", "Collections", "DequeModule", "HashTreeCollections", "HeapModule",
    "OrderedCollections",
  ]

  static let rows: [Row] = [
    Row(module: "SeededRandom", own: []),
    Row(module: "Turns", own: []),
    Row(module: "Statecharts", own: ["Turns"], foreign: collections + ["Synchronization"]),
    Row(module: "ViewModels", own: ["Statecharts"], foreign: ["Synchronization"]),
    Row(module: "Gallery", own: ["ViewModels"]),
    Row(module: "CFiles", own: []),
    Row(module: "Files", own: ["CFiles"], foreign: system),
    Row(module: "Traces", own: ["Turns", "Files"]),
    Row(module: "Sequences", own: []),
    Row(module: "Differences", own: ["Turns", "Traces", "Sequences", "Files"]),
    Row(
      module: "Exploration", own: ["Statecharts", "ViewModels", "Traces", "Differences", "Files", "SeededRandom"]),
    Row(module: "Diagrams", own: ["Statecharts", "Traces"]),
    Row(module: "Transcripts", own: ["Turns", "Traces", "Files"]),
    Row(module: "Worker", own: ["Turns", "Traces", "Files"]),
    Row(
      module: "Console",
      own: ["Statecharts", "ViewModels", "Traces", "Differences", "Exploration", "Diagrams", "Transcripts"]),
    Row(module: "CEditline", own: []),
    Row(module: "Terminal", own: ["Files", "CEditline"], foreign: system),
    Row(module: "Layers", own: []),
    Row(
      module: "SignalboxTesting", own: ["ViewModels", "Transcripts", "Console", "Files", "Traces"], foreign: ["Testing"]
    ),
    Row(
      module: "SignalboxTool",
      own: [
        "Statecharts", "ViewModels", "Files", "Traces", "Differences", "Exploration", "Diagrams", "Console",
        "Transcripts", "Worker", "Terminal",
      ],
      foreign: ["ArgumentParser", "Synchronization"]),
    Row(module: "signalbox", own: ["SignalboxTool", "Gallery"]),
    Row(module: "signalbox-layers", own: ["Turns", "Files", "Traces", "Layers"], foreign: ["ArgumentParser"]),
  ]

  /// Imports of a source file that the law does not allow, and `@testable` ones, which no source needs.
  /// - Parameter path: relative to the root, `Sources/MODULE/…`.
  static func violations(path: String, text: String) -> [Violation] {
    let parts = path.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources" else { return [] }
    guard let row = rows.first(where: { $0.module == parts[1] }) else {
      let cure = "give it a row in ImportLaw.swift, Package.swift and CONTRIBUTING.md"
      return [Violation(path: path, line: 0, message: "module '\(parts[1])' is not in the import law; \(cure)")]
    }
    return ImportStatement.all(in: text).flatMap { check($0, row, path) }
  }

  private static func check(_ statement: ImportStatement, _ row: Row, _ path: String) -> [Violation] {
    var messages: [String] = []
    if statement.isTestable {
      messages.append("sources do not use '@testable'; make what is needed 'package', or move it")
    }
    let allowed = row.own + row.foreign
    if !allowed.contains(statement.module) && !Exceptions.allow(statement.module, in: path) {
      let list = allowed.isEmpty ? "nothing" : allowed.joined(separator: ", ")
      messages.append(
        "'\(row.module)' may not import '\(statement.module)', only \(list); move the code to a module that may")
    }
    return messages.map { Violation(path: path, line: statement.line, message: $0) }
  }
}
