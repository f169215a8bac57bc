import Testing

@Suite("Reading Swift code without its prose")
struct SwiftCodeTests {
  private func code(_ text: String) -> [String] { SwiftCode(text).lines }

  @Test("comments are blanked and line numbers are kept")
  func comments() {
    #expect(code("a // b\n/* c\n/* d */ e\n*/f") == ["a ", "", "", "f"])
  }

  @Test("string literals are blanked, in every spelling")
  func strings() {
    #expect(code(##"x("a // b") + #"c" \(d)"# + y"##) == ["x( ) +   + y"])
    #expect(code("x = \"\"\"\n  import Foundation \" /* \n  \"\"\"\ny") == ["x =  ", "", "", "y"])
    #expect(code(#"x("a\"b\\") y"#) == ["x( ) y"])
  }

  @Test("interpolated code stays")
  func interpolation() {
    #expect(code(#"x("a \(Date(b("c"))) d") y"#) == ["x( Date(b( )) ) y"])
    #expect(code(##"x(#"a \#(Date()) d"#) y"##) == ["x( Date() ) y"])
  }

  @Test("a literal that is never closed ends with its line")
  func unclosed() {
    #expect(code("x(\"a\nimport b") == ["x( ", "import b"])
  }

  @Test("text that ends early is read to its end", arguments: ["/*", "\"", "\"\\", "\"\\(", "#", "##\"", "\"\"\"", ""])
  func truncated(text: String) {
    #expect(code(text).count <= 1)
  }
}
