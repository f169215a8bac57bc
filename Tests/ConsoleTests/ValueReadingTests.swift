import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

struct ValueReadingTests {
  private func read(_ text: String, _ shape: Shape, _ source: ArgumentReader.Source = .typed) -> String {
    var reader = ArgumentReader(ValueScanner("set x " + text), verb: .set, source: source, scene: nil)
    do throws(Mistake) {
      _ = try reader.word("a verb")
      _ = try reader.word("a name")
      let value = try reader.value(shape, of: "x", for: .field("x"))
      try reader.end()
      return value.text
    } catch { return "\(error.column): \(error.sentence)" }
  }

  @Test("the shape decides how a bare word reads, and quotes are always a text")
  func shapes() {
    #expect(read("123", .string) == #""123""#)
    #expect(read("true", .string) == #""true""#)
    #expect(read("王小明", .string) == #""王小明""#)
    #expect(read("123", .int) == "123")
    #expect(read("5", .double) == "5.0")
    #expect(read("true", .bool) == "true")
    #expect(read("nil", .optional(.string)) == "nil")
    #expect(read("\"nil\"", .optional(.string)) == #""nil""#)
    #expect(read("ok", .optional(.string)) == #""ok""#)
    #expect(read("failed", .enumeration(["idle", "failed"])) == ".failed")
    #expect(read(".failed(code: 1)", .enumeration(["idle", "failed"])) == ".failed(code: 1)")
    #expect(read("[1, 2]", .list(.int)) == "[1, 2]")
    #expect(read("{a: 1}", .record) == "{a: 1}")
    #expect(read("5", .any) == "5")
    #expect(read("no", .any) == #""no""#)
    #expect(read("\"a\\u{1B}b\"", .string) == #""a\u{1B}b""#)
    #expect(read("a\u{1B}b", .string) == #""a\u{1B}b""#)
  }

  @Test("a canonical text reads in a file as itself")
  func canonical() {
    let shapes: [(String, Shape)] = [
      ("123", .string), ("x", .optional(.string)), ("5", .double), ("no", .any), ("failed", .enumeration(["failed"])),
      ("nil", .optional(.int)), ("[1]", .list(.int)), ("-0.0", .double), ("nan", .double),
    ]
    for (text, shape) in shapes {
      let canonical = read(text, shape)
      #expect(read(canonical, shape, .file) == canonical)
      #expect(read(canonical, shape) == canonical)
    }
  }

  @Test("what a shape does not admit is refused with an example")
  func refused() {
    #expect(read("abc", .int) == "7: 'abc' is not a value that 'x' holds; write a whole number such as 5")
    #expect(read("\"5\"", .int) == #"7: '"5"' is not a value that 'x' holds; write a whole number such as 5"#)
    #expect(read("5", .bool) == "7: '5' is not a value that 'x' holds; write true or false")
    #expect(read("[a]", .list(.int)) == "7: '[a]' is not a value that 'x' holds; write a list such as [5]")
    #expect(read("[\"a\"]", .list(.int)) == #"7: '["a"]' is not a value that 'x' holds; write a list such as [5]"#)
    #expect(read(".c", .enumeration(["a", "b"])) == "7: '.c' is not a value that 'x' holds; write '.a' or '.b'")
    #expect(read("c", .enumeration(["a", "b"])) == "7: 'c' is not a value that 'x' holds; write '.a' or '.b'")
    #expect(read("nil", .string) == #"7: 'nil' means no value, but 'x' always holds a text; write "nil" for that word"#)
    #expect(read("nil", .int) == "7: 'nil' is not a value that 'x' holds; write a whole number such as 5")
    #expect(read("1", .void) == "7: 'x' carries no value; remove what follows it")
    #expect(read("\"a", .string) == "7: this text does not end; close it with a double quote")
    #expect(read("\"a\"b", .string) == "10: expected a blank, found 'b'")
    #expect(read("01", .int) == "7: '01' is not a number; drop its leading zeros")
    #expect(read("$no", .string) == "7: no value is named '$no'; samples of fields and services have such names")
    #expect(
      read("a b", .string)
        == "9: unexpected 'b'; write 'set CONTROL VALUE', a text with blanks in double quotes")
  }

  @Test("files hold quoted texts only")
  func files() {
    #expect(read("abc", .string, .file) == #"7: 'abc' is not quoted; files hold quoted texts only, so write "abc""#)
    #expect(read("5", .string, .file) == #"7: '5' is not quoted; files hold quoted texts only, so write "5""#)
    #expect(read("no", .any, .file) == #"7: 'no' is not quoted; files hold quoted texts only, so write "no""#)
    #expect(
      read("failed", .enumeration(["failed"]), .file) == "7: 'failed' is not a value that 'x' holds; write '.failed'")
  }

  @Test("no message about a secret shows any of it")
  func secrets() {
    let unreadable = "7: the value of 'x' cannot be read; write one text in double quotes, or a sample such as '$name'"
    #expect(read("hunter2", .secret(.string)) == "$typed1")
    for text in ["\"hunter2", "\"hun\"ter2", "\"hun\\ter\\2\""] { #expect(read(text, .secret(.string)) == unreadable) }
    #expect(read("hunter2", .secret(.string), .file) == unreadable)
    #expect(read("hunter2", .secret(.int)) == unreadable)
    var session = Fixture.login()
    #expect(
      session.shown("set password hun ter2") == [
        "14: unexpected '...'; write 'set CONTROL VALUE', a text with blanks in double quotes"
      ])
  }
}
