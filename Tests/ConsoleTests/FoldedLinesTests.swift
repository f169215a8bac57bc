import Testing

@testable import Console

@Suite("an answer that repeats")
struct FoldedLinesTests {
  private func folded(_ lines: [String]) -> [String] {
    FoldedLines(lines.map(ReplyLine.recorded)).lines.map { line in
      switch line {
      case .recorded(let text): text
      case .talk(let text): "  " + text
      }
    }
  }

  @Test("the first block stands, then how many are like it, then the last")
  func blocks() {
    let ticks = (1...20).flatMap { ["+\($0)000ms timer tick", "+\($0)000ms count \($0) -> \($0 + 1) #ab\($0)f"] }
    #expect(
      folded(["before"] + ticks + ["after"]) == [
        "before", "+1000ms timer tick", "+1000ms count 1 -> 2 #ab1f",
        "  … 18 more like it, 36 lines; 'settings fold off' shows all",
        "+20000ms timer tick", "+20000ms count 20 -> 21 #ab20f", "after",
      ])
  }

  @Test("what differs in more than numbers and digests, and what is short, stands whole")
  func others() {
    let names = (1...20).map { "name \"\(String(repeating: "a", count: $0))\"" }
    #expect(folded(names) == names)
    let few = (1...9).map { "count \($0)" }
    #expect(folded(few) == few)
    let three = (1...3).flatMap { round in
      (0..<9).map { "line\(["a", "b", "c", "d", "e", "f", "g", "h", "i"][$0]) \(round)" }
    }
    #expect(folded(three) == three)
    #expect(folded([]) == [])
  }

  @Test("talk is never folded")
  func talk() {
    let lines = (1...30).map { ReplyLine.talk("row \($0)") }
    #expect(FoldedLines(lines).lines == lines)
  }

  @Test("nothing is lost but what is counted", arguments: 0..<40)
  func counts(_ seed: Int) {
    var number = seed &* 2_654_435_761 % 97
    let lines = (0..<200).map { _ -> String in
      number = (number &* 31 &+ 7) % 97
      return number < 60 ? "tick \(number)" : "tock \(number)"
    }
    let result = folded(lines)
    let left = result.filter { $0.hasPrefix("  … ") }.map { Int($0.split(separator: " ")[6]) ?? 0 }.reduce(0, +)
    #expect(result.count { !$0.hasPrefix("  … ") } + left == lines.count)
    #expect(result.first == lines.first && result.last == lines.last)
  }

  @Test("settings are turned on and off")
  func settings() {
    var session = Fixture.login("set name aaaaaa")
    #expect(session.shown("settings").count == 3)
    #expect(session.shown("settings fold off") == ["  fold   off  repeated lines of an answer are folded"])
    #expect(!session.options.settings[.fold] && session.options.settings[.hints])
    #expect(
      session.run("settings fold maybe").mistake?.sentence == "unknown value of a setting '...'; write on or off")
    #expect(session.run("settings x").mistake?.code == "E1066")
  }
}
