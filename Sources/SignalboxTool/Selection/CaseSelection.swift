import Statecharts
import Traces
import Transcripts

/// Conditions on cases; a selected case meets all.
struct CaseSelection: Sendable {
  var title: TitleChoice?
  var tags: [String] = []
  /// Each is `NAME` or `NAME@VARIANT`; the machine must match all.
  var machines: [String] = []

  func takes(_ transcriptCase: TranscriptCase) -> Bool {
    guard title?.takes(transcriptCase.title) ?? true else { return false }
    return tags.allSatisfy { tag in transcriptCase.tags.contains(Name(tag)) }
  }

  func takes(_ reference: MachineReference) -> Bool {
    machines.allSatisfy { name in
      Name(name) == reference.name || Name(name) == reference.description
    }
  }
}

extension TranscriptFile {
  /// Throws if the line is in no case.
  func cases(_ selection: CaseSelection, of named: NamedTranscript) throws(InputProblems) -> SelectedCases {
    let all = try cases(atLine: named.line)
    let isOfMachine = selection.takes(transcript.machine)
    let cases = all.filter { transcriptCase in
      isOfMachine && named.caseLines?.contains(transcriptCase.line) ?? true && selection.takes(transcriptCase)
    }
    return SelectedCases(cases: cases, namedCount: all.count)
  }

  private func cases(atLine line: Int?) throws(InputProblems) -> [TranscriptCase] {
    guard let line else { return transcript.cases }
    try CaseSelection.require(line, atMost: transcript.lines.count, in: path)
    guard let index = transcript.caseIndex(atLine: line) else {
      throw InputProblems(diagnostics: [.noCase(path: path)])
    }
    return [transcript.cases[index]]
  }
}

struct SelectedCases {
  var cases: [TranscriptCase]
  var namedCount: Int
}

// MARK: PATH:LINE

extension CaseSelection {
  static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (argument, nil) }
    let digits = argument.utf8[argument.utf8.index(after: colon)...]
    let isNumber = !digits.isEmpty && digits.allSatisfy(\.isDigit)
    guard isNumber, let line = Int(Substring(digits)) else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }

  static func require(_ line: Int, atMost count: Int, in path: String) throws(InputProblems) {
    guard line > count else { return }
    let sentence = "line \(line) is beyond its end, since it has \(count.counted("line")); choose a line of it"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }

  static func requireNone(_ line: Int?, of noun: String, in path: String) throws(InputProblems) {
    guard line != nil else { return }
    let sentence = "a line number selects a case of a transcript, and this is \(noun); remove it"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }
}

extension Diagnostic {
  static func noCase(path: String? = nil) -> Diagnostic {
    Diagnostic(code: "E1103", path: path, sentence: "no case is selected; check the title, the line and the machine")
  }

  static func noneSelected(of count: Int) -> Diagnostic {
    if count == 0 { return noCase() }
    let none = count == 1 ? "the only case is not selected" : "none of \(count) cases is selected"
    return Diagnostic(code: "E1103", sentence: "\(none); 'replay --list' without the selection lists them")
  }
}

enum TitleChoice: Sendable {
  case whole(String)
  case part(String)

  func takes(_ title: String) -> Bool {
    switch self {
    case .whole(let text): Name(title) == text
    case .part(let text): title.hasPart(text)
    }
  }

  /// Throws if no title contains the text; the error lists similar titles.
  init(_ text: String, among titles: [String]) throws(Diagnostic) {
    if titles.contains(Name(text)) {
      self = .whole(text)
    } else if titles.contains(where: { $0.hasPart(text) }) {
      self = .part(text)
    } else {
      throw Self.refusal(of: text, titles)
    }
  }

  private static func refusal(of text: String, _ titles: [String]) -> Diagnostic {
    var known: Set<[UInt8]> = []
    let distinct = titles.filter { known.insert(Array($0.utf8)).inserted }
    if distinct.isEmpty { return .noCase() }
    let near = Self.near(text, distinct)
    let shown = near.isEmpty ? distinct : near
    let list = shown.prefix(mostShown).map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")
    let more = shown.count > mostShown ? " and \(shown.count - mostShown) more" : ""
    let head = near.isEmpty ? "there are" : "near it are"
    return Diagnostic(code: "E1103", sentence: "no title contains '\(text)'; \(head) \(list)\(more)")
  }

  private static let mostShown = 10

  /// Titles that share a word or differ by a typing error.
  private static func near(_ text: String, _ titles: [String]) -> [String] {
    let words = text.lowercased().unicodeScalars.split(separator: " ").map(String.init).filter { $0.utf8.count > 2 }
    let slip = NearestWord.find(text, among: titles)
    return titles.filter { title in
      let lowered = title.lowercased()
      let isSlip = slip.map { Name($0) == title } ?? false
      return isSlip || words.contains { lowered.hasPart($0) }
    }
  }
}

extension String {
  /// Compares bytes.
  fileprivate func hasPart(_ part: String) -> Bool { Array(utf8).contains(Array(part.utf8)) }
}
