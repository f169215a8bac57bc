import ArgumentParser
import Files
import Layers
import Statecharts
import Traces
import Transcripts

/// Checks which types of Swift sources refer to which.
struct LayersCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "layers",
    abstract: "Check that views, view models and models refer to each other in one direction only.",
    discussion: """
      Reads Swift sources without compiling them. A type's layer is known by the end of its name, of a type that it \
      inherits from, of its file's name, or by its folder. The rules are those of --rules, else those of a file \
      '.signalbox-layers' in the present folder, else the standard ones, which --show-rules prints. Without PATHS the \
      sources are read that the rules name.
      """)

  /// The largest source and the largest rules that are read.
  static let fileLimit = 4 << 20
  /// The rules that hold in the folder where they are.
  static let rulesName = ".signalbox-layers"

  @Argument(help: "Swift files, or folders with them.", completion: .file(extensions: ["swift"]))
  var paths: [String] = []

  @Option(help: "A file with the rules.", completion: .file())
  var rules: String?

  @Flag(name: .customLong("show-rules"), help: "Print the standard rules, as a start for your own.")
  var showsRules = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  func validate() throws {
    if showsRules, !paths.isEmpty || rules != nil || json {
      throw ValidationError("'--show-rules' only prints; remove the rest")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if showsRules {
      try tool.streams.write(LayerRules.standardText)
      return .agreed
    }
    let (rules, rulesPath) = try ruleSet()
    var check = LayerCheck(rules: rules)
    for path in try files(of: paths.isEmpty ? rules.sources : paths, rules) {
      check.add(path: path, text: try readText(path, limit: Self.fileLimit))
    }
    let report = check.report()
    guard report.hasLayers else {
      throw Diagnostic(
        code: "E1109", sentence: "no type belongs to a layer, so nothing was checked; see 'layers --show-rules'")
    }
    try tool.streams.say(
      (json ? LayerLines.json(report) : LayerLines.text(report)).map { json ? $0 : $0.escapedForDisplay })
    return code(of: report, rulesPath, tool)
  }

  private func code(of report: LayerReport, _ rulesPath: String?, _ tool: Tool) -> Transcripts.ExitCode {
    var code: Transcripts.ExitCode = report.findings.isEmpty ? .agreed : .differs
    for exception in report.unusedExceptions {
      let sentence = "nothing needs 'allow \(exception.from) \(exception.to)'; remove the line"
      let diagnostic = Diagnostic(
        code: "E1110", path: rulesPath, place: Transcripts.SourcePlace(line: exception.line, column: 1),
        sentence: sentence)
      tool.streams.report(diagnostic)
      code = code.combined(with: diagnostic.exitCode)
    }
    if !report.isComplete {
      tool.streams.report(
        Diagnostic(
          code: "E3005",
          sentence: "limit detours: not every way over types without a layer was followed; check fewer files",
          exitCode: .inconclusive))
      code = code.combined(with: .inconclusive)
    }
    return code
  }

  /// The rules that hold, and the file that they are in.
  private func ruleSet() throws -> (rules: LayerRules, path: String?) {
    let path = rules ?? Self.rulesName
    let text: String
    do throws(FileError) {
      text = try readText(path, limit: Self.fileLimit)
    } catch {
      guard rules == nil, case .missing = error.cause else { throw error }
      return (.standard, nil)
    }
    do throws(RuleProblem) {
      return (try LayerRules(parsing: text), path)
    } catch {
      let place = Transcripts.SourcePlace(line: error.place.line, column: error.place.column)
      throw Diagnostic(code: "E2301", path: path, place: place, sentence: error.sentence)
    }
  }

  /// The files that the arguments name, each once.
  private func files(of paths: [String], _ rules: LayerRules) throws -> [String] {
    guard !paths.isEmpty else {
      let cure = "name Swift files, or folders with them, here or after 'sources' in '\(Self.rulesName)'"
      throw Diagnostic(code: "E1101", sentence: "nothing to read; \(cure)")
    }
    var files: [String] = []
    for path in paths {
      guard let listing = try listing(of: path) else {
        files.append(path)
        continue
      }
      let kept = listing.files.filter { !rules.skips(path: $0) }
      guard !kept.isEmpty else { throw Diagnostic(code: "E1103", path: path, sentence: "holds no Swift file") }
      files += kept
    }
    var seen: Set<[UInt8]> = []
    return files.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// What a folder holds; nil for a file.
  private func listing(of path: String) throws -> FolderListing? {
    if path.utf8.suffix(6).elementsEqual(".swift".utf8) { return nil }
    return try listFiles(under: path, withExtension: "swift")
  }
}

/// The lines of a report on layers.
enum LayerLines {
  static func text(_ report: LayerReport) -> [String] {
    report.findings.flatMap { finding in
      ["\(finding.path):\(finding.place): \(finding.sentence)"] + finding.details.map { "  \($0)" }
    } + [report.summary]
  }

  /// One object for every finding, then one with the counts.
  static func json(_ report: LayerReport) -> [String] {
    let counts = report.layers.map { Member($0.name, .int($0.count)) }
    let summary: Value = [
      "layers": .record(counts), "v": 1, "files": .int(report.fileCount), "types": .int(report.typeCount),
      "findings": .int(report.findings.count), "complete": .bool(report.isComplete),
    ]
    return (report.findings.map(object) + [summary]).map { value in
      var writer = JSONWriter()
      writer.value(value)
      return writer.text
    }
  }

  private static func object(_ finding: LayerFinding) -> Value {
    let (kind, parts) = finding.kind.parts
    return [
      "finding": .string(kind), "v": 1, "path": .string(finding.path), "line": .int(finding.place.line),
      "column": .int(finding.place.column), "count": .int(finding.count), "parts": .list(parts.map(object)),
      "sentence": .string(finding.sentence),
    ]
  }

  private static func object(_ part: LayerFinding.Part) -> Value {
    [
      "name": .string(part.name), "layer": part.layer.map(Value.string) ?? .null, "path": .string(part.path),
      "line": .int(part.place.line), "column": .int(part.place.column),
    ]
  }
}

extension LayerFinding.Kind {
  /// The kind's word, and the types from the one that refers to the one that is referred to.
  fileprivate var parts: (kind: String, parts: [LayerFinding.Part]) {
    switch self {
    case .edge(let from, let to, let detours, _): ("reference", [from] + detours + [to])
    case .exposed(let from, let to, let owner, _): ("exposure", [from, owner, to])
    case .toolkitName(let from, _): ("toolkit", [from])
    case .toolkitImport(let from, _): ("import", [from])
    case .cycle(let parts): ("cycle", parts)
    }
  }
}
