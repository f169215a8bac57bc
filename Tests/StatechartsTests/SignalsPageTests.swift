import Foundation
import Testing

@testable import Statecharts

/// The tables of the pages on signals and observation.
@Suite("The pages on signals and observation")
struct SignalsPageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let cells: [String]
    var testDescription: String { cells.joined(separator: " | ") }
  }

  /// The signals of the table, by the words in which it writes them.
  static let signals: [(name: String, plan: @Sendable (InstanceID) -> SignalPlan)] = [
    ("just(7)", { _ in .just(7) }), ("empty", { _ in .empty }), ("fail", { _ in .fail("E") }), ("a", { .a($0) }),
    ("a.map { $0 * 10 }", { .a($0).map { .int(($0.number ?? 0) * 10) } }),
    ("a.filter { $0 > 1 }", { .a($0).filter { ($0.number ?? 0) > 1 } }), ("a.distinct()", { .a($0).distinct() }),
    ("a.skip(1)", { .a($0).skip(1) }), ("a.take(2)", { .a($0).take(2) }), ("a.take(0)", { .a($0).take(0) }),
    ("a.take(until: b)", { .a($0).take(until: .b($0)) }), ("a.start(with: 0)", { .a($0).start(with: 0) }),
    ("a.ignoreValues()", { .a($0).ignoreValues() }), ("a.materialize()", { .a($0).materialize() }),
    ("a.delay(300)", { .a($0).delay(300) }), ("a.catch(b)", { .a($0).catch(.b($0)) }),
    ("merge(a, b)", { .merge([.a($0), .b($0)]) }), ("combineLatest(a, b)", { .combineLatest([.a($0), .b($0)]) }),
    ("a.concat(b)", { .concat([.a($0), .b($0)]) }), ("c.flatten()", { .c($0).flatten() }),
    ("c.concat()", { .c($0).concat() }), ("c.switchToLatest()", { .c($0).switchToLatest() }),
  ]

  @Test("each row of the table of operators holds", arguments: rows(of: "Semantics", below: "| signal |"))
  func sends(_ row: Row) throws {
    let signal = try #require(Self.signals.first { $0.name == row.cells[0] })
    var simulation = Simulation.probe(signal.plan)
    simulation.start()
    for word in row.cells[1].split(separator: " ") { Self.happen(String(word), &simulation) }
    let sent = simulation.kernel.turns.flatMap { turn in
      turn.effects.compactMap { Self.word($0, at: turn.time) }
    }
    #expect(sent.joined(separator: " ") == row.cells[2])
  }

  @Test("the table has every operator of the list")
  func complete() {
    let named = Set(Self.rows(of: "Semantics", below: "| signal |").map(\.cells[0]))
    #expect(Self.signals.allSatisfy { named.contains($0.name) })
    #expect(Self.rows(of: "Semantics", below: "| options |").count == 8)
  }

  @Test("each row of the table of options holds", arguments: rows(of: "Semantics", below: "| options |"))
  func options(_ row: Row) {
    var options: ObservationOptions = []
    for word in row.cells[0].components(separatedBy: ", ") {
      switch word {
      case "New": options.insert(.new)
      case "Old": options.insert(.old)
      case "Prior": options.insert(.prior)
      default: #expect(word == "–")
      }
    }
    let change = FieldChange(new: "n", old: "o")
    let prior = options.contains(.prior) ? Value.record(change.members(options, isPrior: true)).line : "–"
    #expect(row.cells[1] == prior)
    #expect(row.cells[2] == Value.record(change.members(options)).line)
    let heard = KeyValueObservationTests.heard(options).set.count
    #expect(heard == (prior == "–" ? 1 : 2))
  }

  /// The rows of a table of a page, without their backquotes.
  static func rows(of page: String, below head: String) -> [Row] {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    guard let text = try? String(contentsOfFile: "\(root)/Documentation/\(page).md", encoding: .utf8) else { return [] }
    let lines = text.components(separatedBy: "\n")
    let table = lines.drop { !$0.hasPrefix(head) }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return table.map { line in
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      return Row(cells: cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) })
    }
  }

  private static func happen(_ word: String, _ simulation: inout Simulation) {
    let subject = Name(String(word.prefix(1)))
    switch word.dropFirst() {
    case let rest where subject == "+":
      simulation.advance(to: simulation.kernel.snapshot.time + (Int(rest) ?? 0))
    case ".": simulation.complete(subject)
    case "!": simulation.fail(subject, "E")
    case "a", "b": simulation.output(subject, .sending(Name(String(word.dropFirst()))))
    case let rest: simulation.output(subject, .int(Int(rest) ?? -1))
    }
  }

  private static func word(_ effect: Effect, at time: Int) -> String? {
    guard case .output("log", .list(let parts)) = effect, let said = parts.first?.text else { return nil }
    let moment = time == 0 ? "" : "@\(time)"
    switch said {
    case "completed": return "." + moment
    case "error": return "!" + moment
    default: return parts[1].inWords + moment
    }
  }
}

extension Value {
  /// As the page writes it: events with what they carry.
  fileprivate var inWords: String {
    guard case .enumeration(let name, let members) = self, let first = members.first else { return line }
    return "\(name)(\(first.value.line))"
  }
}
