import CEditline
import Testing

@testable import Terminal

@Suite("the list of candidates")
struct CandidateListTests {
  init() {
    #expect(cel_use_utf8())
  }

  private func lines(_ texts: [String], columns: Int = 24, rows: Int = 24) -> [String] {
    CandidateList(candidates: texts.map { Completion.Candidate($0) }, columns: columns, rows: rows).lines
  }

  @Test("columns are read downwards and are as wide as the widest candidate")
  func columns() {
    #expect(lines(["a", "b", "密码", "d", "e"]) == ["  a     密码  e", "  b     d"])
  }

  @Test("a list that is too long says how many are left out")
  func long() {
    let texts = (1...100).map { "c\($0)" }
    #expect(lines(texts, columns: 16, rows: 6) == ["  c1    c3", "  c2    c4", "  and 96 more"])
    #expect(lines(["a", "b", "c"], columns: 4, rows: 6) == ["  a", "  b", "  c"])
  }

  @Test("a candidate wider than the window is cut at a character")
  func wide() {
    #expect(lines(["密码密码密码密码"], columns: 14) == ["  密码密码..."])
  }

  @Test("notes that are too many are cut too")
  func notes() {
    let candidates = (1...9).map { Completion.Candidate("f\($0)", note: "text") }
    let list = CandidateList(candidates: candidates, columns: 40, rows: 6)
    #expect(list.lines == ["  f1  text", "  f2  text", "  and 7 more"])
  }

  @Test("what cannot be used stands behind with its reason, then the advice, and none of it is left out for the rest")
  func refused() {
    let many = (1...20).map { Completion.Candidate("c\($0)", note: "text") }
    let list = CandidateList(
      candidates: many, refused: [.init("login", note: "refused: disabled")], advice: "more", columns: 40, rows: 8)
    #expect(list.lines == ["  c1  text", "  c2  text", "  and 18 more"])
    #expect(list.dimLines == ["  login  refused: disabled", "  more"])
    let alone = CandidateList(candidates: [], advice: "a number", columns: 40, rows: 24)
    #expect(alone.lines == [] && alone.dimLines == ["  a number"])
  }

  @Test("the smallest window gets a list and no trap")
  func smallest() {
    #expect(lines(["ab", "c"], columns: 1, rows: 1).count == 1)
    #expect(lines([]) == [])
  }
}
