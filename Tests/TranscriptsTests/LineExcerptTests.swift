import SeededRandom
import Testing
import Traces

@testable import Transcripts

struct LineExcerptTests {
  @Test("a line that fits is whole")
  func whole() {
    let line = String(repeating: "用", count: 40)
    let excerpt = LineExcerpt(line, around: 78)
    #expect(excerpt.text == line)
    #expect(excerpt.column == 78)
  }

  @Test(
    "a longer line is cut around the place, at most 80 columns wide, and the place stays under its scalar",
    arguments: 0..<200)
  func cut(_ seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let line = (0..<100 + random.below(301)).map { _ in random.pick(["a", "用", "é", "戶"]) }.joined()
    let scalars = Array(line.unicodeScalars)
    let place = random.below(scalars.count)
    let column = String(String.UnicodeScalarView(scalars[..<place])).displayWidth
    let excerpt = LineExcerpt(line, around: column)
    #expect(excerpt.text.displayWidth <= 80 && excerpt.text.displayWidth >= 76)
    #expect(Self.scalar(at: excerpt.column, of: excerpt.text) == scalars[place])
    #expect(excerpt.text.hasPrefix("…") || line.hasPrefix(String(excerpt.text.dropLast())))
  }

  @Test("a long line of a failure is shown around the first difference, with the caret below it")
  func failure() throws {
    let head = String(repeating: "用户", count: 150_000)
    let tail = String(repeating: "z", count: 100_000)
    let body = "> set name\n| name \"\" -> \"\(head)A\(tail)\"\n"
    let lines = FailureText(executable: "s").lines(of: [try report(body, [[], ["name \"\" -> \"\(head)B\(tail)\""]])])
    #expect(lines.allSatisfy { $0.displayWidth <= 80 })
    let caret = try #require(lines.firstIndex { $0.hasSuffix("^") })
    #expect(Self.scalar(at: lines[caret].utf8.count - 1, of: lines[caret - 1]) == "B")
    #expect(lines[caret - 1].hasPrefix("  + …") && lines[caret - 1].hasSuffix("…"))
    #expect(lines[caret - 2].contains("A"))
  }

  @Test("a field that differs far behind the beginning of its line has the caret at its beginning")
  func field() throws {
    let before = String(repeating: "a ", count: 200)
    let lines = FailureText(executable: "s").lines(
      of: [try report("| \(before)用 \"one\" b\n", [["\(before)用 \"two\" b"]])])
    let caret = try #require(lines.firstIndex { $0.hasSuffix("^") })
    #expect(Self.scalar(at: lines[caret].utf8.count - 1, of: lines[caret - 1]) == "\"")
    #expect(lines[caret - 1].hasSuffix("a a 用 \"two\" b"))
    #expect(lines[caret - 2].hasSuffix("a a 用 \"one\" b"))
  }

  @Test("a long line with a mistake is shown around it")
  func problem() throws {
    let text = "%transcript 1\n%machine a@b\n%case c\n| \(String(repeating: "用 ", count: 200_000))<anny> b\n"
    let error = #expect(throws: TranscriptProblems.self) { try Transcript.parse(text) }
    let lines = ProblemText.lines(of: try #require(error), path: "f", source: text)
    #expect(lines.count == 3 && lines[1].displayWidth <= 80)
    #expect(Self.scalar(at: lines[2].utf8.count - 1, of: lines[1]) == "<")
  }

  /// The scalar that begins at a column.
  private static func scalar(at column: Int, of line: String) -> Unicode.Scalar? {
    var place = 0
    for scalar in line.unicodeScalars {
      if place == column { return scalar }
      place += String(scalar).displayWidth
    }
    return nil
  }
}
