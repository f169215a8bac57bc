import Testing
import Turns

/// Two spellings of one word: as one scalar, and as a letter with an accent behind it. `String` takes them for equal.
private let composed = "caf\u{E9}"
private let decomposed = "cafe\u{301}"

@Suite("Names")
struct NameTests {
  @Test("Names are equal when their bytes are")
  func equality() {
    #expect(composed == decomposed)
    #expect(Name(composed) != Name(decomposed))
    #expect(Name(composed) == Name("caf" + "\u{E9}"))
    #expect(Name(decomposed) == Name("cafe" + "\u{301}"))
    #expect(Name("") == Name(""))
    #expect(Name("a") != Name("a\u{0}"))
  }

  @Test("A name is compared with a text by bytes, too")
  func comparisonWithText() {
    let name = Name(composed)
    let other: String = decomposed
    let same: String = composed
    #expect(name == same)
    #expect(!(name == other))
    #expect(name != other)
    #expect(!(name != same))
    #expect([other, "tea"].contains(name) == false)
    #expect([other, same].contains(name))
    switch name {
    case decomposed: Issue.record("the other spelling was matched")
    case composed: break
    default: Issue.record("its own spelling was not matched")
    }
  }

  @Test("A set and a dictionary keep both spellings")
  func hash() {
    #expect(Set([composed, decomposed]).count == 1)
    #expect(Set([Name(composed), Name(decomposed), Name(composed)]).count == 2)
    let places = [Name(composed): 1, Name(decomposed): 2]
    #expect(places[Name(composed)] == 1)
    #expect(places[Name(decomposed)] == 2)
    #expect(Name("caf\u{E9}").hashValue == Name(composed).hashValue)
  }

  @Test("Names are ordered by their bytes")
  func order() {
    // 65 CC 81 comes before C3 A9, and Z, which is 5A, before a, which is 61.
    #expect(Name(decomposed) < Name(composed))
    #expect(!(Name(composed) < Name(decomposed)))
    #expect(Name("Z") < Name("a"))
    #expect(Name("a") < Name("a0"))
    #expect(!(Name("a") < Name("a")))
    #expect([Name("b"), "", "é", "a", "B"].sorted().texts == ["", "B", "a", "b", "é"])
  }

  @Test("A table has a number for each spelling")
  func table() {
    let table = NameTable([composed, "tea", decomposed, "tea"].names)
    #expect(table.names.count == 3)
    #expect(table[composed] == 0)
    #expect(table["tea"] == 1)
    #expect(table[decomposed] == 2)
    #expect(table["cafe"] == nil)
  }
}
