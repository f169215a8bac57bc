import Testing

@testable import Traces

@Suite("Escaping")
struct EscapingTests {
  @Test(
    "a quoted text escapes exactly what the table names",
    arguments: [
      ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\0\u{1B}\u{7F}\u{85}", #""\n\r\t\u{0}\u{1B}\u{7F}\u{85}""#),
      ("\u{202E}\u{2066}\u{200B}\u{FEFF}\u{AD}", #""\u{202E}\u{2066}\u{200B}\u{FEFF}\u{AD}""#),
      ("\u{2028}\u{2029}", #""\u{2028}\u{2029}""#),
      ("\u{E000}\u{F8FF}", #""\u{E000}\u{F8FF}""#),
      ("\u{A0}\u{202F}\u{2003}", #""\u{A0}\u{202F}\u{2003}""#), (" \u{3000}登ß😀é", "\" \u{3000}登ß😀é\""),
      ("\u{301}e\u{301}", "\"\\u{301}e\u{301}\""), ("\n\u{301}\u{301}", #""\n\u{301}\u{301}""#),
      ("\u{E0041}\u{E0000}\u{2065}", #""\u{E0041}\u{E0000}\u{2065}""#), ("'", "\"'\""),
    ])
  func quoted(_ text: String, _ expected: String) {
    #expect(text.quoted.utf8.elementsEqual(expected.utf8), "\(text.quoted)")
  }

  @Test("the table escapes every scalar that could act on a terminal")
  func hostileScalars() {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF...0xFEFF,
      0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xFFFE...0xFFFF, 0x10FFFE...0x10FFFF, 0xE0000...0xE007F,
    ]
    for value in ranges.joined() {
      let text = String(String.UnicodeScalarView([Unicode.Scalar(value) ?? "?"]))
      #expect(text.escapedForDisplay.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      #expect(text.quoted.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }
  }

  @Test("messages keep quotes and backslashes, and escaping twice changes nothing")
  func display() {
    let text = "a\u{1B}[2J\"\\x\n##[error]x ###[b"
    #expect(text.escapedForDisplay == #"a\u{1B}[2J"\x\n#\u{23}[error]x ##\u{23}[b"#)
    #expect(text.escapedForDisplay.escapedForDisplay == text.escapedForDisplay)
  }

  @Test(
    "what starts a command in a build log is broken up",
    arguments: [
      ("##[error]x", "#\\u{23}[error]x"), ("##vso[task.setvariable]", "#\\u{23}vso[task.setvariable]"),
      ("##teamcity[a] ##[b", "#\\u{23}teamcity[a] #\\u{23}[b"), ("## [a]", "## [a]"), ("#[a]", "#[a]"),
      ("##a", "##a"), ("::error::x", "\\u{3A}:error::x"), ("  ::error::x", "  \\u{3A}:error::x"),
      ("\u{3000}::x", "\u{3000}\\u{3A}:x"), ("a ::error::x", "a ::error::x"), (":x", ":x"), ("", ""),
      ("a\n::b\nc\u{85}::", "a\n\\u{3A}:b\nc\\u{85}::"), ("登录\n ::x", "登录\n \\u{3A}:x"),
    ])
  func logCommands(_ text: String, _ expected: String) {
    #expect(text.inertOutput == expected)
    #expect(text.inertOutput.inertOutput == text.inertOutput)
  }

  @Test(
    "a name is spelled as one word of a command, and reads back",
    arguments: [
      ("items[3]", "items[3]"), ("items[#a b]", "items[#a\\u{20}b]"), ("items[\u{1B}c]", "items[\\u{1B}c]"),
      ("登录\u{202E}", "登录\\u{202E}"), ("a\tb\nc", "a\\tb\\nc"), ("a\\b", "a\\b"), ("a\\tb", "a\\u{5C}tb"),
      ("a\\u{1B}", "a\\u{5C}u{1B}"), ("\\", "\\"), ("a\\u{}", "a\\u{}"), ("\u{301}", "\\u{301}"), ("", ""),
    ])
  func words(_ name: String, _ spelled: String) {
    #expect(name.spelled == spelled)
    #expect(name.spelled.unspelled.utf8.elementsEqual(name.utf8))
  }

  @Test(
    "a word with an escape that is none means itself",
    arguments: [#"\u{110000}"#, #"\u{D800}"#, #"\u{1B"#, #"\u1B"#, #"\x"#])
  func brokenWords(_ word: String) {
    #expect(word.unspelled == word)
  }

  @Test("the tables are sorted ranges that do not touch")
  func tables() {
    for table in [ScalarTable.escaped, .nonspacing, .spacing, .joiningHangul, .doubleWidth] {
      for (left, right) in zip(table.ranges, table.ranges.dropFirst()) {
        #expect(left.upperBound + 1 < right.lowerBound)
      }
    }
    #expect(ScalarTable.escaped.ranges.map(\.count).reduce(0, +) == 137_818)
    #expect(ScalarTable.nonspacing.ranges.map(\.count).reduce(0, +) == 2_033)
    #expect(ScalarTable.spacing.ranges.map(\.count).reduce(0, +) == 468)
  }

  @Test(
    "widths come from the frozen table",
    arguments: [
      ("abc", 3), ("登录", 4), ("ｆ", 2), ("e\u{301}", 1), ("😀", 2), ("±…", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("\u{3000}", 2), ("", 0),
    ])
  func width(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test("padding and truncation count columns")
  func columns() {
    #expect("登录".padded(toWidth: 6) == "登录  ")
    #expect("登录".paddedLeft(toWidth: 5) == " 登录")
    #expect("登录".padded(toWidth: 3) == "登录")
    #expect("登录失败".truncated(toWidth: 7) == "登录...")
    #expect("登录失败".truncated(toWidth: 6) == "登...")
    #expect("登录失败".truncated(toWidth: 8) == "登录失败")
    #expect("登录".truncated(toWidth: 3) == "登")
    #expect("登录".truncated(toWidth: -1) == "")
  }

  @Test("markup is one line of XML, and in Markdown nothing begins a cell, a mention or a formula")
  func markup() {
    let text = "a<b> & \"c\" 'd' \u{1B}|@$x"
    #expect(text.escapedForMarkup == #"a&lt;b&gt; &amp; &quot;c&quot; 'd' \u{1B}|@$x"#)
    #expect(text.escapedForMarkdown == "a&lt;b&gt; &amp; &quot;c&quot; 'd' &#92;u{1B}&#124;&#64;&#36;x")
  }
}
