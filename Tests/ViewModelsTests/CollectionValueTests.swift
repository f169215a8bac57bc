import Statecharts
import Testing
import ViewModels

/// Sets and dictionaries have one value each, whatever order they were filled in.
struct CollectionValueTests {
  @Test("a set is the list of its elements in the order of their canonical bytes")
  func sets() {
    let words = (0..<200).map { "word \($0)" }
    #expect(Set(words).value == Set(words.reversed()).value)
    #expect(Set([3, 1, 2]).value == [1, 2, 3])
    #expect(Set<Int>([2, 2, 1] as Value) == [1, 2])
    #expect(Set<Int>(["x"] as Value) == nil)
    #expect(Set<Double>([.nan, 0, -0.0]).value != Set<Double>([0]).value)
    #expect(Set([Optional(1), nil]).value == [nil as Value? ?? .null, 1])
  }

  @Test("an optional of an optional is what it is, however deep its nil lies")
  func optionals() {
    #expect(Optional<Int>.none.value == .null)
    #expect(Optional<Int>.some(1).value == 1)
    #expect(Optional<Int?>.none.value == .null)
    #expect(Optional<Int?>.some(.none).value == .enumeration("some", [Member("", .null)]))
    #expect(Optional<Int?>.some(.some(1)).value == 1)
    let nested: [Int???] = [.none, .some(.none), .some(.some(.none)), .some(.some(.some(1)))]
    #expect(Set(nested.map(\.value)).count == 4)
    #expect(nested.map { Optional<Int??>($0.value) } == nested)
    let values: [Value?] = [nil, .some(.null), .some(.enumeration("some", [Member("", .null)])), 1, [.null]]
    #expect(values.map { Optional<Value>($0.value) } == values)
    #expect(Set(values.map(\.value)).count == values.count)
    #expect([String: Int?]((["a": nil] as [String: Int?]).value) == ["a": nil])
    #expect([Int?](([nil, 1] as [Int?]).value) == [nil, 1])
  }

  @Test("a dictionary is the record of its members sorted by their names' bytes")
  func dictionaries() {
    let pairs = (0..<200).map { ("key \($0)", $0) }
    let one = Dictionary(uniqueKeysWithValues: pairs)
    #expect(one.value == Dictionary(uniqueKeysWithValues: pairs.reversed()).value)
    #expect(["b": 1, "a": 2, "B": 3].value == ["B": 3, "a": 2, "b": 1])
    #expect([String: Int](["a": 1] as Value) == ["a": 1])
    #expect([String: Int](.record([Member("a", 1), Member("a", 2)])) == nil)
    #expect([String: Int?](["a": .null] as Value) == ["a": nil])
  }

  /// A text without a star before it.
  private struct Plain: Hashable, ValueConvertible {
    let text: String
    init(_ text: String) { self.text = text.first == "*" ? String(text.dropFirst()) : text }
    init?(_ value: Value) {
      guard case .string(let text) = value else { return nil }
      self.init(text)
    }
    var value: Value { .string(text) }
    static var shape: Shape { .string }
  }

  private struct Typed: ViewModel {
    struct Model: ModelType, Hashable {
      var tags: Set<String> = []
      var counts: [String: Int] = [:]
      var phone = Plain("")
      var length: Int { phone.text.utf8.count }
    }
    let tags = Field(\.tags)
    let counts = Field(\.counts)
    let phone = Field(\.phone)
    let length = Field(\.length, from: \.phone)
    var chart: Chart { Region("typed") { State("shown") } }
  }

  @Test("a turn has the value that the field holds, not the one that was assigned")
  func assigned() {
    let machine = Machine(Typed.self, name: "typed", variant: "one", summary: "")
    var (snapshot, _) = machine.open()
    func effects(_ field: String, _ value: Value) -> [Effect] {
      machine.step(&snapshot, .assign(field: field, value)).flatMap(\.effects)
    }
    #expect(effects("tags", ["b", "a", "b"]) == [.set(field: "tags", old: [], new: ["a", "b"])])
    #expect(effects("tags", ["b", "a"]) == [.set(field: "tags", old: ["a", "b"], new: ["a", "b"])])
    #expect(
      effects("counts", .record([Member("b", 1), Member("a", 2)]))
        == [.set(field: "counts", old: .record([]), new: ["a": 2, "b": 1])])
    #expect(
      effects("phone", "*12") == [
        .set(field: "phone", old: "", new: "12"), .set(field: "length", old: 0, new: 2),
      ])
  }
}
