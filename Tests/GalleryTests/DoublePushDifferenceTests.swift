import Console
import Differences
import Testing
import Traces
import ViewModels

@Suite("The difference that the double push makes")
struct DoublePushDifferenceTests {
  static let script = ["set name \"aaaaaa\"", "set password $right", "hold tap login", "tap login", "advance 1s"]

  @Test("is the request that only the fixed variant makes, the second tap refused, and one push instead of two")
  func named() throws {
    let difference = try TraceDifference(from: trace("login@original"), to: trace("login@fixed"))
    #expect(difference.hasSameStimuli)
    #expect(
      difference.tallies.map(\.subject) == [
        Reaction.Subject(.broken, "one submission pushes one page"), Reaction.Subject(.pushed, "home"),
        Reaction.Subject(.requested, "authenticate"),
        Reaction.Subject(.replied, "authenticate"), Reaction.Subject(.refused, "login"),
        Reaction.Subject(.output, "success"),
      ])
    #expect(difference.tallies.map(\.counts.a) == [1, 2, 0, 0, 0, 2])
    #expect(difference.tallies.map(\.counts.b) == [0, 1, 1, 1, 1, 1])
  }

  @Test("is found at the taps and where the answer comes")
  func places() throws {
    let difference = try TraceDifference(from: trace("login@original"), to: trace("login@fixed"))
    let places = difference.findings.map(\.place.a)
    #expect(Set(places) == [3, 4, 5])
    let onlyFixed = difference.findings.compactMap { finding -> Reaction.Subject? in
      guard case .only(.b, let reaction) = finding.content else { return nil }
      return reaction.subject
    }
    #expect(onlyFixed.contains(Reaction.Subject(.requested, "authenticate")))
    #expect(onlyFixed.contains(Reaction.Subject(.refused, "login")))
  }

  @Test("is none between two runs of one variant", arguments: ["login@original", "login@fixed"])
  func same(_ title: String) throws {
    #expect(try TraceDifference(from: trace(title), to: trace(title)).findings.isEmpty)
  }

  private func trace(_ title: String) throws -> Trace {
    var session = Session(catalogue: Repository.catalogue)
    for line in ["open \(title)"] + Self.script {
      try #require(session.runFromFile(line).mistake == nil)
    }
    return try #require(session.trace)
  }
}
