import Testing
import Traces

/// A message shows the part of a line around its place.
struct LineExcerptTests {
  @Test("a short line is shown whole, with the place below it")
  func short() {
    let part = LineExcerpt("set nam x", around: 5, width: 76)
    #expect(part.text == "set nam x")
    #expect(part.caret == 4)
    #expect(LineExcerpt("ab", around: 99, width: 76).caret == 2)
  }

  @Test("a long line is cut on the sides that are far from the place")
  func long() {
    let line = String(repeating: "a", count: 100) + "X" + String(repeating: "b", count: 100)
    #expect(LineExcerpt(line, around: 1, width: 20).text == String(repeating: "a", count: 18) + "…")
    let end = LineExcerpt(line, around: 202, width: 20)
    #expect(end.text == "…" + String(repeating: "b", count: 18))
    #expect(end.caret == 19)
    let middle = LineExcerpt(line, around: 101, width: 20)
    #expect(middle.text.hasPrefix("…") && middle.text.hasSuffix("…"))
    #expect(Array(middle.text)[middle.caret] == "X")
  }

  @Test("wide characters, escapes and any place stay within the width", arguments: [20, 37, 76])
  func width(_ width: Int) {
    let line = String(repeating: "中\u{1B}é👩‍👩‍👧", count: 300)
    for column in stride(from: 1, through: line.unicodeScalars.count + 5, by: 7) {
      let part = LineExcerpt(line, around: column, width: width)
      #expect(part.text.displayWidth <= width)
      #expect(part.caret <= part.text.displayWidth)
      #expect(!part.text.contains("\u{1B}"))
    }
  }
}
