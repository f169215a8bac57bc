import Testing
import Traces
import ViewModels

@testable import Console

@Suite("regions by name")
struct RegionWordTests {
  @Test("'why' names the region that takes the command, and where that one stands")
  func why() {
    var session = Basket.session()
    #expect(session.shown("why confirm") == ["  confirm in order open: enabled"])
    _ = session.run("tap apply")
    #expect(session.shown("why confirm") == ["  confirm in order open: enabled"])
    // Nothing takes it now, so the region that would is told, and the reason is that of all.
    let apply = session.shown("why apply")
    #expect(apply.first == "  apply in coupon applied: refused: no transition in applied, open, first")
    #expect(apply[1].hasPrefix("    'tap apply' is ") && apply[2].hasPrefix("    not tried: "), "\(apply)")
    #expect(session.shown("help confirm")[1] == "    confirm in order open, enabled")
  }

  @Test("a region that is called as its command is, or stands alone, is told by its state")
  func alone() {
    #expect(Fixture.login().shownOnce("why login")[0].hasPrefix("  login in idle: refused"))
    var phone = Session(catalogue: Fixture.catalogue)
    for line in ["open phone@fixed", "set mobilePhone 1"] { _ = phone.run(line) }
    #expect(phone.shown("why login")[0] == "  login in idle: refused: disabled, validLogin is false")
  }

  @Test("a region and a field of one name are told apart in every line")
  func sharedName() throws {
    var session = Basket.session()
    #expect(session.shown("open basket").contains("| step'region first"))
    #expect(session.shown("send next") == ["> send next", "| step'region first -> second", "| step 1 -> 2"])
    _ = session.run("undo")
    #expect(session.shown("state").contains { $0.hasPrefix("  step'region  ") })
    #expect(session.shown("fields step") == ["  step  1  Int"])
    #expect(session.shown("why next")[0] == "  next in step'region first: enabled")
    let trace = try #require(session.trace)
    #expect(trace.header.phase.map(\.region) == ["coupon", "order", "step'region"])
  }

  @Test("lint finds a region and a field of one name, and an acceptance keeps the bare name")
  func lint() {
    let found = Basket.machine.findings.filter { $0.code == "shared-name" }
    #expect(found.map(\.place) == ["Basket: step"])
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.sentence
        == "Basket: step: a region and a field have this name; rename one of them; until then output calls the region "
        + "'step'region'")
    let goods = try? Fixture.catalogue.machine(named: "goods@fixed")
    #expect(goods?.findings.first { $0.code == "shared-name" }?.acceptance != nil)
    var session = Session(catalogue: Fixture.catalogue)
    #expect(session.shown("open goods@fixed").contains("| page shown"))
  }
}

extension Session {
  /// The answer to a line, without its effect.
  fileprivate func shownOnce(_ line: String) -> [String] {
    var copy = self
    return copy.shown(line)
  }
}
