import Traces
import Turns

/// A version of a transcript as a merge sees it: what stands above the cases, the cases, and whether it is ended.
struct MergeParts {
  struct Case {
    var title: String
    /// Its head, then a unit for each command with what it prints.
    var units: [MergeUnit]
    /// The empty lines behind it.
    var spacing: Int

    var lines: [String] { units.flatMap(\.lines) }
  }

  private(set) var header: [MergeUnit] = []
  private(set) var cases: [Case] = []
  private(set) var isEnded = false
  private var places: [ExactString: Int] = [:]

  /// Nil where the text is not made of a transcript's lines, or two cases have one title.
  init?(_ text: String) {
    let lines = text.textLines
    var classes: [TranscriptLine] = []
    for line in lines {
      guard let line = try? LineClassifier.classify(line) else { return nil }
      classes.append(line)
    }
    let titles = classes.indices.filter { classes[$0].isCase }
    let starts = titles.map { title in
      title - classes[..<title].reversed().prefix { $0.kind == .comment }.count
    }
    var end = lines.count
    if let last = classes.last, last.isDirective("end") {
      isEnded = true
      end -= 1
    }
    let firstCase = starts.first ?? end
    guard firstCase <= end else { return nil }
    header = classes[..<firstCase].map { MergeUnit(key: $0.headerKey, lines: [$0.text]) }
    for (number, start) in starts.enumerated() {
      let next = number + 1 < starts.count ? starts[number + 1] : end
      guard start < next else { return nil }
      let spacing = classes[start..<next].reversed().prefix { $0.kind == .separator }.count
      let isLast = number + 1 == starts.count
      cases.append(
        Case(
          title: classes[titles[number]].content, units: Self.units(classes[start..<next - spacing]),
          spacing: isLast ? max(1, spacing) : spacing))
    }
    for (place, known) in cases.enumerated() { places[ExactString(known.title)] = place }
    guard places.count == cases.count else { return nil }
  }

  subscript(title: String) -> Case? { places[ExactString(title)].map { cases[$0] } }

  /// A command's comments belong to it.
  private static func units(_ lines: ArraySlice<TranscriptLine>) -> [MergeUnit] {
    var units = [MergeUnit(key: "", lines: [])]
    var comments: [String] = []
    for line in lines {
      switch line.kind {
      case .comment: comments.append(line.text)
      case .command:
        units.append(MergeUnit(key: line.content, lines: comments + [line.text]))
        comments = []
      case .directive, .continuation, .output, .separator:
        units[units.count - 1].lines += comments + [line.text]
        comments = []
      }
    }
    units[units.count - 1].lines += comments
    return units
  }
}

extension TranscriptLine {
  fileprivate var isCase: Bool { isDirective("case") }

  fileprivate func isDirective(_ word: String) -> Bool {
    kind == .directive && content.utf8.starts(with: word.utf8)
      && (content.utf8.count == word.utf8.count || content.utf8.dropFirst(word.utf8.count).first == UInt8(ascii: " "))
  }

  /// There is one `%machine`, whatever it says.
  fileprivate var headerKey: String {
    ["transcript", "machine", "seed"].first(where: isDirective).map { "%\($0)" } ?? text
  }
}

extension String {
  /// The lines of a text, its last line feed left out.
  var textLines: [String] {
    let lines = utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
    return lines.last?.isEmpty ?? false ? lines.dropLast() : lines
  }
}
