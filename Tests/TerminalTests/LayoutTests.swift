import CEditline
import Testing

@Suite("where the cursor is")
struct LayoutTests {
  init() {
    #expect(cel_use_utf8())
  }

  private func position(_ prompt: String, _ text: String, columns: Int32) -> [Int32] {
    let at = cel_layout(prompt, prompt.utf8.count, text, text.utf8.count, columns)
    return [at.row, at.column]
  }

  @Test("wide characters take two columns, combining ones none")
  func width() {
    #expect(position("> ", "日本", columns: 80) == [0, 6])
    #expect(position("> ", "e\u{301}x", columns: 80) == [0, 4])
    #expect(cel_width("密码e\u{301}", "密码e\u{301}".utf8.count) == 5)
  }

  @Test("a full row ends, and a wide character that does not fit goes to the next")
  func wrapping() {
    #expect(position("> ", "12345678", columns: 10) == [1, 0])
    #expect(position("> ", "1234567日", columns: 10) == [1, 2])
    #expect(position("", String(repeating: "界", count: 12), columns: 10) == [2, 4])
  }

  @Test("control characters, tabs and newlines count as libedit shows them")
  func controls() {
    #expect(position("", "\u{1}\u{7F}", columns: 80) == [0, 4])
    #expect(position("> ", "\t", columns: 80) == [0, 8])
    #expect(position("> ", "a\nbc", columns: 80) == [1, 2])
  }

  @Test("escape sequences of the prompt take no room")
  func escapes() {
    #expect(position("\u{1}\u{1B}[1m\u{1}ab\u{1}\u{1B}[0m\u{1}> ", "c", columns: 80) == [0, 5])
  }
}
