import Traces

/// Which titles `--case` means.
enum TitleChoice: Sendable {
  /// This one, since some case has it.
  case whole(String)
  /// Those that hold this text.
  case part(String)

  func takes(_ title: String) -> Bool {
    switch self {
    case .whole(let text): title.utf8.elementsEqual(text.utf8)
    case .part(let text): title.hasPart(text)
    }
  }

  /// What a text means among the titles that there are.
  ///
  /// - Throws: that no title holds it, with those near it, or all where there are few.
  init(_ text: String, among titles: [String]) throws(Diagnostic) {
    if titles.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
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
    return Diagnostic(code: "E1103", sentence: "no title has '\(text)' in it; \(head) \(list)\(more)")
  }

  private static let mostShown = 10

  /// The titles that share a word with a text, in any letter case, or are a slip away from it.
  private static func near(_ text: String, _ titles: [String]) -> [String] {
    let words = text.lowercased().unicodeScalars.split(separator: " ").map(String.init).filter { $0.utf8.count > 2 }
    let slip = NearestWord.find(text, among: titles)
    return titles.filter { title in
      let lowered = title.lowercased()
      let isSlip = slip.map { $0.utf8.elementsEqual(title.utf8) } ?? false
      return isSlip || words.contains { lowered.hasPart($0) }
    }
  }
}

extension String {
  /// Whether its bytes have those of another in one piece.
  fileprivate func hasPart(_ part: String) -> Bool { Array(utf8).contains(Array(part.utf8)) }
}
