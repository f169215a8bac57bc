import Testing

@testable import Statecharts

/// The sanitiser, the enable rule and the text binding of seed 000, observing one field in this order.
struct LoginFormTests {
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  static func sanitised(_ text: String) -> String {
    let kept = text.utf8.filter(isAlphanumeric)
    return String(decoding: kept.drop { $0 <= UInt8(ascii: "9") }, as: UTF8.self)
  }

  static func form(isGuarded: Bool = true) -> Program {
    let sanitise: Code = { turn, me, value in
      guard let text = value.text else { return }
      let clean = sanitised(text)
      if !isGuarded || clean != text { turn.set(me, "name", .string(clean)) }
    }
    return Program(
      templates: [
        .slots(
          "login",
          [
            Slot("name", observers: [sanitise]), Slot("password", "aaaaaa"), Slot("buttonEnable", false),
            Slot("field.text"),
          ],
          setUp: { turn, me, _ in
            turn.start("enable", [.reference(me)])
            turn.start("show", [.reference(me)])
          })
      ],
      wirings: [
        WiringDefinition("enable") {
          let me = $0[0].target!
          return Link(
            .combineLatest([.values(me, port: 0), .values(me, port: 1)]).map { pair in
              .bool(pair.items.allSatisfy { ($0.text?.utf16.count ?? 0) > 5 })
            }, to: .assign(me, port: 2))
        },
        WiringDefinition("show") { Link(.values($0[0].target!, port: 0), to: .assign($0[0].target!, port: 3)) },
        WiringDefinition("showAgain") { Link(.values($0[0].target!, port: 0), to: .write($0[0].target!, port: 3)) },
      ])
  }

  @Test("L16: a paste that is sanitised assigns enable and text twice, each time with the newest name")
  func paste() {
    var simulation = Simulation(Self.form())
    _ = simulation.effects()
    simulation.set("name", "1a!2bcdef")
    #expect(
      simulation.effects() == [
        "name = \"1a!2bcdef\"", "name = \"a2bcdef\"", "buttonEnable = true", "field.text = \"a2bcdef\"",
        "buttonEnable = true", "field.text = \"a2bcdef\"",
      ])
  }

  @Test("L17: observers in reverse order enable and show the raw text first")
  func reversed() {
    var simulation = Simulation(Self.form())
    simulation.kernel.snapshot.reversesObservers = true
    _ = simulation.effects()
    simulation.set("name", "1a!2bcd")
    let tie = "tie observer show of name over observer enable of name, observer Observe of name"
    #expect(
      simulation.effects() == [
        "name = \"1a!2bcd\"", tie, "field.text = \"1a!2bcd\"", "buttonEnable = true", "name = \"a2bcd\"", tie,
        "field.text = \"a2bcd\"", "buttonEnable = false",
      ])
  }

  @Test("L18: clean text is assigned once")
  func clean() {
    var simulation = Simulation(Self.form())
    _ = simulation.effects()
    simulation.set("name", "abcdef")
    #expect(simulation.effects() == ["name = \"abcdef\"", "buttonEnable = true", "field.text = \"abcdef\""])
  }

  @Test("HZ-D1: a sanitiser without its guard reaches the limit of nesting, and the cycle is named")
  func unguarded() {
    var simulation = Simulation(Self.form(isGuarded: false))
    _ = simulation.effects()
    simulation.set("name", "abc")
    let effects = simulation.effects()
    #expect(effects.count == 65)
    #expect(effects.last == "limit nestedDeliveries: 64 reached by name")
    #expect(simulation.kernel.snapshot.fault == "limit nestedDeliveries of 64 reached")
  }
}
