import Testing
import Turns

@testable import Traces

@Suite("A run as a table")
struct CSVExportTests {
  private static func lines(_ turns: [Turn], commands: [Int: String] = [:]) -> [String] {
    let header = Trace.Header(
      machine: "m@x", definition: "d", phase: [RegionState("r", "idle")], fields: [Member("f", 0), Member("g", .null)])
    var lines: [String] = []
    CSVExport(TracedRun(Trace(header: header, turns: turns), commands: commands)).write { lines.append($0) }
    return lines
  }

  private static func turn(_ effects: Effect...) -> Turn {
    Turn(time: 7, cause: Cause(.user, "tap", on: "b"), effects: effects)
  }

  /// The rows of a turn behind those of the opening, without the cells of its cause.
  private static func rows(_ effects: Effect...) -> [String] {
    let lines = lines([Turn(time: 7, cause: Cause(.user, "tap", on: "b"), effects: effects)]).dropFirst(4)
    return lines.compactMap { $0.split(separator: "1,\"tap b\",7,user,tap,b,").first.map(String.init) }
  }

  @Test("the columns, the opening, a row for each effect, and one for a command without any")
  func table() {
    #expect(
      Self.lines(
        [
          Self.turn(.moved(region: "r", from: "idle", to: "busy"), .requested(service: "load", input: 3)), Self.turn(),
          Turn(time: 9, cause: Cause(.hop, "work")),
        ], commands: [0: "tap b $wrong", 1: "tap b"]) == [
          "step,command,ms,by,event,on,what,name,before,outcome,value",
          "0,,0,open,open,,transition,r,,,idle",
          "0,,0,open,open,,field,f,,,0",
          "0,,0,open,open,,field,g,,,nil",
          "1,\"tap b $wrong\",7,user,tap,b,transition,r,idle,,busy",
          "1,\"tap b $wrong\",7,user,tap,b,request,load,,,3",
          "2,\"tap b\",7,user,tap,b,,,,,",
        ])
  }

  @Test(
    "texts stand without quotes, numbers as numbers, what has parts as the console writes it, and nothing as nothing")
  func values() {
    #expect(
      Self.rows(
        .set(field: "f", old: -1, new: 2.5), .set(field: "f", old: "a", new: .null),
        .replied(service: "s", outcome: .fail, value: "no"), .replied(service: "s", outcome: .ok, value: .null),
        .set(field: "f", old: .secret("x"), new: ["k": [1, "a"]])) == [
          "field,f,-1,,2.5", "field,f,a,,nil", "reply,s,,fail,no", "reply,s,,ok,",
          "field,f,<secret>,,\"{k: [1, \"\"a\"\"]}\"",
        ])
  }

  @Test("a text that a spreadsheet would take for a formula stands behind an apostrophe, a number does not")
  func formulas() {
    let starts = ["=1+1", "+1", "-1", "@SUM(A1)", "\u{FF1D}1", "\t=1", "\r=1", "=HYPERLINK(\"a\",\"b\")"]
    for text in starts {
      let row = Self.rows(.output(subject: text, value: .string(text)))[0]
      let cells = row.split(separator: "output,")[0]
      #expect(["'", "\"'", "\\", "\"\\"].contains { cells.hasPrefix($0) }, "\(row)")
      #expect(!cells.contains(",=") && !cells.contains("\t") && !cells.contains("\r"), "\(row)")
    }
    #expect(Self.rows(.set(field: "f", old: -1, new: -2)) == ["field,f,-1,,-2"])
    #expect(Self.rows(.set(field: "f", old: 1, new: .double(-.infinity))) == ["field,f,1,,'-inf"])
  }

  @Test("quotes are doubled, also one that a mark joins, and separators of any spreadsheet are in quotes")
  func quoting() {
    #expect(Self.rows(.output(subject: "o", value: "\"\u{301},")) == ["output,o,,,\"\"\"\u{301},\""])
    #expect(Self.rows(.output(subject: "o", value: "a;b")) == ["output,o,,,\"a;b\""])
    #expect(Self.rows(.output(subject: "o", value: "a\r\nb")) == ["output,o,,,a\\r\\nb"])
  }
}
