import ArgumentParser
import Files
import Layers
import Traces

@main
struct LayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalbox-layers",
    abstract: "Check that views, view models and models refer to each other in one direction only.",
    discussion: """
      Reads Swift sources without compiling them. A type's layer is known by the end of its name, of a type that it \
      inherits from, of its file's name, or by its folder. The rules are those of --rules, else those of a file \
      '.signalbox-layers' in the current folder, else the standard ones, which --show-rules prints. Without PATHS the \
      sources that the rules name are read.

      Exit codes: 0 nothing found, 1 findings, 2 bad input or usage, 3 a limit was reached first, 4 the environment refused.
      """)

  /// The largest source or rule file, in bytes.
  static let fileLimit = 4 << 20
  /// The default rule file in the current folder.
  static let rulesName = ".signalbox-layers"

  @Argument(help: "Swift files, or folders with them.", completion: .file(extensions: ["swift"]))
  var paths: [String] = []

  @Option(help: "A file with the rules.", completion: .file())
  var rules: String?

  @Flag(name: .customLong("show-rules"), help: "Print the standard rules, as a start for your own.")
  var showsRules = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  static func main() {
    do {
      endProcess(try parse().answer())
    } catch let problem as LayerProblem {
      endProcess(problem.report())
    } catch let error as FileError {
      endProcess(LayerProblem(error).report())
    } catch  where exitCode(for: error).isSuccess {
      print(fullMessage(for: error))
      endProcess(0)
    } catch {
      let sentence = message(for: error)
      let code = LayerProblem(code: "E1101", sentence: sentence.prefix(1).lowercased() + sentence.dropFirst()).report()
      let usage = fullMessage(for: error).split(separator: "\n").drop { !$0.hasPrefix("Usage:") }
      for line in usage { try? LayerProblem.errors.write(String(line).inertOutput + "\n") }
      endProcess(code)
    }
  }

  func validate() throws {
    if showsRules, !paths.isEmpty || rules != nil || json {
      throw ValidationError("'--show-rules' only prints; remove the rest")
    }
  }

  private func answer() throws -> Int32 {
    let output = CheckedWriter(descriptor: 1, name: "standard output", flushing: .whenFull)
    if showsRules {
      try output.write(LayerRules.standardText)
      try output.flush()
      return 0
    }
    let (rules, rulesPath) = try ruleSet()
    var check = LayerCheck(rules: rules)
    for path in try files(of: paths.isEmpty ? rules.sources : paths, rules) {
      check.add(path: path, text: try readText(path, limit: Self.fileLimit))
    }
    let report = check.report()
    guard report.hasLayers else {
      throw LayerProblem(
        code: "E1109", sentence: "no type belongs to a layer, so nothing was checked; see '--show-rules'")
    }
    for line in json ? report.json : report.text { try output.write(line.inertOutput + "\n") }
    try output.flush()
    return code(of: report, rulesPath)
  }

  /// Unused exceptions outweigh findings; findings outweigh a limit.
  private func code(of report: LayerReport, _ rulesPath: String?) -> Int32 {
    var code: Int32 = report.findings.isEmpty ? 0 : 1
    for exception in report.unusedExceptions {
      let sentence = "nothing needs 'allow \(exception.from) \(exception.to)'; remove the line"
      code = LayerProblem(code: "E1110", path: rulesPath, place: "\(exception.line):1", sentence: sentence).report()
    }
    guard !report.isComplete else { return code }
    let limit = LayerProblem(
      code: "E3005",
      sentence: "limit detours: not every path through types without a layer was followed; check fewer files",
      exitCode: 3
    ).report()
    return code == 0 ? limit : code
  }

  /// The rules and their file, nil for the standard rules.
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
      throw LayerProblem(code: "E2301", path: path, place: "\(error.place)", sentence: error.sentence)
    }
  }

  /// The files of the arguments, without duplicates.
  private func files(of paths: [String], _ rules: LayerRules) throws -> [String] {
    guard !paths.isEmpty else {
      let cure = "name Swift files, or folders with them, here or after 'sources' in '\(Self.rulesName)'"
      throw LayerProblem(code: "E1101", sentence: "nothing to read; \(cure)")
    }
    var files: [String] = []
    for path in paths {
      guard !path.utf8.suffix(6).elementsEqual(".swift".utf8) else {
        files.append(path)
        continue
      }
      let kept = try listFiles(under: path, withExtension: "swift").files.filter { !rules.skips(path: $0) }
      guard !kept.isEmpty else { throw LayerProblem(code: "E1103", path: path, sentence: "holds no Swift file") }
      files += kept
    }
    var seen: Set<[UInt8]> = []
    return files.filter { seen.insert(Array($0.utf8)).inserted }
  }
}

private struct LayerProblem: Error {
  static var errors: CheckedWriter { CheckedWriter(descriptor: 2, name: "standard error", flushing: .everyLine) }

  /// A stable code for scripts.
  var code: String
  var path: String?
  /// `LINE:COLUMN`
  var place: String?
  var sentence: String
  var exitCode: Int32 = 2

  /// Prints `signalbox-layers: error[E2301]: PATH:LINE:COLUMN: sentence` and returns the exit code.
  func report() -> Int32 {
    let place = [path?.cutAsPath.escapedForDisplay, place].compactMap(\.self).joined(separator: ":")
    let parts = ["signalbox-layers", "error[\(code)]", place, sentence.escapedForDisplay].filter { !$0.isEmpty }
    try? Self.errors.write(parts.joined(separator: ": ").inertOutput + "\n")
    return exitCode
  }
}

extension LayerProblem {
  init(_ error: FileError) {
    let place = error.line.map { "\($0):\(error.column ?? 1)" }
    self.init(code: error.code, path: error.path, place: place, sentence: error.message, exitCode: error.exitCode)
  }
}
