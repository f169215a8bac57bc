import Testing
import ViewModels

/// A door that three conditions keep shut.
struct Door: ViewModel {
  struct Model: ModelType, Hashable {
    var hasKey = false
    var hasCode = false
    var isDay = false
  }

  let open = Input()
  let hasKey = Guard("the key is in", \.hasKey, reads: \.hasKey)
  let hasCode = Guard("the code is typed", \.hasCode, reads: \.hasCode)
  let isDay = Guard("it is day", \.isDay, reads: \.isDay)

  var chart: Chart {
    Region("door") {
      State("shut") { On(open, to: "ajar", when: hasKey && hasCode && isDay) }
      State("ajar")
    }
  }
}

@Suite("Guards that are joined")
struct ConjunctionTests {
  private let machine = Machine(Door.self, name: "door", variant: "one", summary: "a door")

  @Test("a refusal names the parts that do not hold, each with what it read, and no other")
  func falseParts() {
    for key in [false, true] {
      for code in [false, true] {
        for day in [false, true] {
          var (snapshot, _) = machine.open()
          for (name, value) in [("hasKey", key), ("hasCode", code), ("isDay", day)] {
            _ = machine.step(&snapshot, .assign(field: name, .bool(value)))
          }
          let parts = [
            (key, "'the key is in' does not hold (hasKey false)"),
            (code, "'the code is typed' does not hold (hasCode false)"),
            (day, "'it is day' does not hold (isDay false)"),
          ].filter { !$0.0 }.map(\.1)
          let refusals = machine.step(&snapshot, .send(input: "open", nil)).flatMap(\.effects).compactMap { effect in
            if case .refused(_, let reason) = effect { reason } else { nil }
          }
          #expect(refusals == (parts.isEmpty ? [] : [parts.joined(separator: ", ")]))
          let isOpen = machine.regions(of: snapshot).map(\.state) == ["ajar"]
          #expect(isOpen == parts.isEmpty)
        }
      }
    }
  }
}
