import Testing

@testable import Console

/// How `service` takes what stands behind an answer.
struct ServiceFlagTests {
  @Test(
    "what is read is echoed in full, and listed",
    arguments: [
      ("late", "late", "after 1s, as defined, even late"),
      ("late once", "late once", "after 1s, as defined, even late, once"),
      ("200ms late", "200ms late", "after 200ms, as defined, even late"),
      ("ok late", "ok late", "after 1s, ok, even late"),
      ("twice error late", "twice error late", "after 1s, twice error, even late"),
      ("fail late late", "fail \"late\" late", "after 1s, fail \"late\", even late"),
      ("manual late", "manual late", "waits for 'reply', even late"),
    ])
  func reads(_ typed: String, _ echo: String, _ listed: String) {
    var session = Fixture.login()
    #expect(session.run("service authenticate \(typed)").echo == "service authenticate \(echo)")
    #expect(session.shown("service") == ["  authenticate  \(listed)"])
  }

  @Test("all answers that wait for their request are listed, in their order")
  func queue() {
    var session = Fixture.login()
    for answer in ["ok once", "fail \"b\"", "2s once"] { _ = session.run("service authenticate \(answer)") }
    #expect(
      session.shown("service") == [
        "  authenticate  after 1s, ok, once; then after 2s, as defined, once; then after 1s, fail \"b\""
      ])
  }

  @Test("a flag at a wrong place says what stands where", arguments: ["late late", "once late", "late ok"])
  func misplaced(_ typed: String) {
    var session = Fixture.login()
    let mistake = session.run("service authenticate \(typed)").mistake
    #expect(mistake?.code == "E1039")
    #expect(
      mistake?.sentence.hasSuffix(
        "expected ok, fail, error, never, twice or manual, and after it 'late', then 'once'") == true)
  }

  @Test("a request that was left is listed, and answered late by hand; undo takes it back")
  func late() {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open follow@fixed", "service getFollowList manual late", "send follow me", "send cancel"] {
      #expect(session.run(line).mistake == nil)
    }
    let before = session.shown("requests")
    #expect(before == ["  getFollowList  \"me\"  ended, waits for a reply"])
    #expect(
      session.shown("reply getFollowList error late") == [
        "> reply getFollowList error \"late\"", "| late getFollowList error \"late\"",
      ])
    #expect(session.shown("requests") == ["  no request is under way"])
    #expect(
      session.shown("reply getFollowList ok $nobody").last
        == "| refused getFollowList: no such request is open; an ended request accepts an answer only if its service is 'late'"
    )
    _ = session.run("undo 2")
    #expect(session.shown("requests") == before)
  }
}
