import Console
import Files
import Traces
import Transcripts

struct Diagnostic: Error {
  /// A stable code for scripts.
  var code: String
  var path: String?
  var place: SourcePlace?
  var sentence: String
  var excerpt: String?
  var excerptShift = 0
  var exitCode = ExitCode.badInput
  /// Whether it already omits secrets.
  var isDisclosed = false
}

extension Diagnostic {
  init(_ error: FileError) {
    let place = error.line.map { SourcePlace(line: $0, column: error.column ?? 1) }
    self.init(
      code: error.code, path: error.path, place: place, sentence: error.message,
      exitCode: ExitCode(rawValue: error.exitCode) ?? .environment)
  }

  init(_ error: LocatedError<some FileFault>, path: String) {
    self.init(
      code: error.reason.code, path: path, place: SourcePlace(line: error.line, column: error.column),
      sentence: error.sentence)
  }

  init(_ mistake: Mistake, at place: LinePlace, excerpt: String? = nil) {
    let source = place.source(ofColumn: mistake.column)
    self.init(
      code: mistake.code, path: place.path, place: source, sentence: mistake.sentence, excerpt: excerpt,
      excerptShift: source.column - mistake.column)
  }

  init(_ stop: CommandStop, path: String, place: SourcePlace?) {
    self.init(code: stop.code, path: path, place: place, sentence: stop.sentence, exitCode: .inconclusive)
  }

  static func all(of error: any Error) -> [Diagnostic] {
    switch error {
    case let error as Diagnostic: [error]
    case let error as InputProblems: error.diagnostics
    case let error as FileError: [Diagnostic(error)]
    default: [Diagnostic(code: "E9001", sentence: "\(error)", exitCode: .internalError)]
    }
  }

  /// Lowercases the first letter of the parser's sentence.
  static func usage(_ sentence: String) -> Diagnostic {
    Diagnostic(code: "E1101", sentence: sentence.prefix(1).lowercased() + sentence.dropFirst())
  }

  /// Removes argument values that may be secrets.
  func disclosed(by arguments: ArgumentDisclosure) -> Diagnostic {
    if isDisclosed { return self }
    var diagnostic = self
    diagnostic.sentence = arguments.disclosed(sentence)
    diagnostic.path = path.map(arguments.disclosed)
    diagnostic.excerpt = excerpt.map(arguments.disclosed)
    return diagnostic
  }

  /// `signalbox: error[E2001]: PATH:LINE:COLUMN: sentence`, the line and a caret.
  func text(executable: String) -> String { (["\(executable): \(line)"] + excerptLines).joined(separator: "\n") }

  var shownPlace: String { [path?.shownPath, place?.description].compactMap(\.self).joined(separator: ":") }

  var line: String {
    ["error[\(code)]", shownPlace, sentence.escapedForDisplay].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The `|` is needed because build logs accept commands behind blanks.
  private var excerptLines: [String] {
    guard let excerpt, let place, !excerpt.isEmpty else { return [] }
    let shown = LineExcerpt(excerpt, atScalar: place.column - excerptShift - 1, width: LineExcerpt.width - 4)
    return ["  | " + shown.text, String(repeating: " ", count: shown.column + 4) + "^"]
  }
}

extension String {
  var shownPath: String { cutAsPath.escapedForDisplay }
}
