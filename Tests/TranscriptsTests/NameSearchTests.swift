import SeededRandom
import Testing
import Traces

@testable import Transcripts

struct NameSearchTests {
  private static func verdict(_ body: String, _ outputs: [[String]]) throws -> ExitCode {
    try report(body, outputs).exitCode
  }

  static let holding: [(body: String, outputs: [[String]])] = [
    ("|& x <string as p>\n|& x <string as q>\n> y\n| z <=p>\n", [[#"x "1""#, #"x "2""#], [#"z "2""#]]),
    ("|& x <int as p>\n|& x <any>\n> y\n> y\n| z <=p>\n", [["x 1", "x 2"], [], ["z 2"]]),
    ("|& request <int as p>\n|& request <any>\n|& pending <=p>\n", [["request 1", "pending 2", "request 2"]]),
    ("|*\n| a <int as n>\n|*\n> y\n| b <=n>\n", [["a 1", "c", "a 2", "a 3"], ["b 2"]]),
    ("|? a <int as n>\n|*\n> y\n| b <=n>\n", [["a 1", "c"], ["b 1"]]),
    ("|& {id: <int as n>}\n|& <any>\n> y\n|& b <=n>\n|& c\n", [["{id: 1}", "{id: 2}"], ["c", "b 2"]]),
    ("|& a <int as p>\n|& a <any>\n> y\n|! b <=p>\n|*\n", [["a 1", "a 2"], ["b 1", "c"]]),
    ("|& a <int as p> <int as q>\n|& a <any> <any>\n> y\n| b <=q> <=p>\n", [["a 1 2", "a 3 4"], ["b 4 3"]]),
  ]

  @Test(
    "a name gets the line with which all that refers to it holds, not the first one that fits",
    arguments: holding.indices)
  func holds(_ index: Int) throws {
    #expect(try Self.verdict(Self.holding[index].body, Self.holding[index].outputs) == .agreed)
  }

  static let differing: [(body: String, outputs: [[String]], places: [Int])] = [
    ("|& x <int as p>\n|& x <int as q>\n> y\n| z <=p> <=q>\n", [["x 1", "x 2"], ["z 1 1"]], [1]),
    ("|& request <int as p>\n|& request <any>\n|& pending <=p>\n", [["request 1", "pending 3", "request 2"]], [0]),
    ("|& x <int as p>\n|& x <any>\n> y\n| z <=p>\n> w\n| z <=p>\n", [["x 1", "x 2"], ["z 1"], ["z 2"]], [2]),
    ("|& x <int as p>\n|& x <any>\n> y\n| other 1\n> w\n| z <=p>\n", [["x 1", "x 2"], ["other 2"], ["z 2"]], [1]),
  ]

  @Test("where nothing holds for all, the first blocks hold and the others differ", arguments: differing.indices)
  func differs(_ index: Int) throws {
    let entry = Self.differing[index]
    #expect(try report(entry.body, entry.outputs).cases[0].failures == entry.places)
  }

  @Test("the search agrees with trying every order")
  func bruteForce() throws {
    var random = SplitMix64(seed: 11)
    var held = 0
    for _ in 0..<2_000 {
      let patterns =
        (["<int as p>", "<int as q>"] + (0..<random.below(3)).map { _ in random.pick(["<any>", "1", "2"]) })
      let values = patterns.map { _ in random.below(3) + 1 }
      let uses = (0..<1 + random.below(3)).map { _ in random.pick(["p", "q"]) }
      let used = uses.map { _ in random.below(3) + 1 }
      let mark = random.pick(["|", "|&"])
      let body =
        patterns.map { "|& x \($0)\n" }.joined() + "> y\n" + uses.map { "\(mark) z <=\($0)>\n" }.joined()
      let outputs = [values.map { "x \($0)" }, used.map { "z \($0)" }]
      let expected = Self.orders(Array(values.indices)).contains { order in
        let fits = zip(patterns, order).allSatisfy { $0.hasPrefix("<") || Int($0) == values[$1] }
        let meant = uses.map { $0 == "p" ? values[order[0]] : values[order[1]] }
        return fits && (mark == "|" ? meant == used : meant.sorted() == used.sorted())
      }
      #expect(try (Self.verdict(body, outputs) == .agreed) == expected, "\(body)\(outputs)")
      held += expected ? 1 : 0
    }
    #expect(held > 300 && held < 1_700)
  }

  private static func orders(_ elements: [Int]) -> [[Int]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.flatMap { first in orders(elements.filter { $0 != first }).map { [first] + $0 } }
  }

  @Test("forty names in one run are found one after another")
  func many() throws {
    let body =
      (0..<40).map { "|& x <int as n\($0)>\n" }.joined() + (0..<40).map { "> y\n| z <=n\($0)>\n" }.joined()
    let outputs = [(0..<40).map { "x \($0)" }] + (0..<40).map { ["z \(39 - $0)"] }
    #expect(try Self.verdict(body, outputs) == .agreed)
  }

  @Test("a search that grows beyond its limit is inconclusive, and says what to do")
  func limit() throws {
    // Seven places that are all neighbours, in a ring of thirty where each has its four nearest.
    let edges = (0..<30).flatMap { from in [1, 2, 28, 29].map { "edge \(from) \((from + $0) % 30)" } }
    var body = (0..<7).map { "|& place <int as n\($0)>\n" }.joined() + String(repeating: "|& place <any>\n", count: 23)
    var outputs = [(0..<30).map { "place \($0)" }]
    for left in 0..<7 {
      for right in left + 1..<7 {
        body += "> look\n|*\n| edge <=n\(left)> <=n\(right)>\n|*\n"
        outputs.append(edges)
      }
    }
    let document = try transcript(body)
    let limit = MatchLimit(steps: 400_000)
    let replay = CaseReplay(
      transcript: document, used: [], runner: ScriptedRunner(outputs: outputs), limit: limit)
    let result = replay.run(document.cases[0]).result
    #expect(result.verdict.exitCode == .inconclusive)
    guard case .error(let error) = result.verdict else { return }
    #expect(
      error.sentence == "limit match-names: finding the lines that bind names here takes more than 400000 steps; write "
        + "more of the lines with '<… as NAME>' out, so that fewer outputs fit")
    #expect(error.place.line == 3)
  }
}
