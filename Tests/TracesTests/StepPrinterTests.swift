import Testing
import Traces
import Turns

/// A step prints the same lines whether its turns come together or one by one.
struct StepPrinterTests {
  /// So many rows change at each of the instants, each in a turn of its own, with a move in between.
  private func turns(rows: Int, at instants: [Int]) -> [Turn] {
    instants.flatMap { time in
      (0..<rows).map { row in
        var effects: [Effect] = [.set(field: "items[\(row)].total", old: .int(time), new: .int(time + row + 1))]
        if row == rows / 2 { effects.append(.moved(region: "list", from: "a", to: "b")) }
        return Turn(time: time, cause: Cause(.timer, "tick"), effects: effects)
      }
    }
  }

  @Test("rows are folded by instant, in pieces of any size", arguments: [1, 2, 7, 100])
  func pieces(_ size: Int) {
    let turns = turns(rows: 12, at: [0, 1_000, 2_500])
    let printer = OutputPrinter(paths: OutputPaths(muted: PathSelection(["other"])))
    var step = StepPrinter(printer, since: 0)
    var lines: [OutputLine] = []
    for start in stride(from: 0, to: turns.count, by: size) {
      lines += step.add(Array(turns[start..<min(start + size, turns.count)]))
    }
    lines += step.finish()
    #expect(lines == printer.output(of: turns, since: 0).lines)
    #expect(lines.count == 6)
    #expect(lines.map(\.offset) == [0, 0, 1_000, 1_000, 2_500, 2_500])
    #expect(lines[0].text.hasPrefix("items[0..<12].total ") && lines[1].text == "list a -> b")
  }

  @Test("a line that nothing can join comes at once; rows wait for the end of their instant")
  func waiting() {
    var step = StepPrinter(OutputPrinter(), since: 0)
    let set = Effect.set(field: "name", old: "", new: "a")
    let row = Effect.set(field: "items[0].total", old: 1, new: 2)
    let cause = Cause(.user, "tap")
    #expect(step.add([Turn(time: 0, cause: cause, effects: [set])]).map(\.text) == [#"name "" -> "a""#])
    #expect(step.add([Turn(time: 0, cause: cause, effects: [row, set])]).isEmpty)
    #expect(
      step.add([Turn(time: 5, cause: cause, effects: [set])]).map(\.description) == [
        "items[0].total 1 -> 2", #"name "" -> "a""#, #"+5ms name "" -> "a""#,
      ])
    #expect(step.finish().isEmpty)
  }

  @Test("long texts print as they would alone, also beside one of another field and one that is composed differently")
  func longTexts() {
    let long = String(repeating: "x", count: 600)
    let texts = [long, long + "a", long + "e\u{301}", long + "\u{e9}", long + "a", long]
    let cause = Cause(.user, "type")
    let turns = zip(texts, texts.dropFirst()).flatMap { old, new in
      ["name", "query"].map { field in
        Turn(time: 0, cause: cause, effects: [.set(field: field, old: .string(old), new: .string(new))])
      }
    }
    let printer = OutputPrinter(names: NamedValues([.init("right", of: "query", .string(long + "a"))]))
    let alone = turns.flatMap { printer.output(of: [$0], since: 0).lines }
    #expect(printer.output(of: turns, since: 0).lines == alone)
    #expect(Set(alone.map(\.text)).count == alone.count)
    #expect(alone[1].text.hasSuffix(" -> $right"))
    let counts = texts.map { "[\($0.unicodeScalars.count)] #" }
    for index in counts.indices.dropLast() {
      let line = alone[2 * index].text
      #expect(line.contains(counts[index]) && line.contains(counts[index + 1]), "\(line)")
    }
  }
}
