import Console
import Testing
import Traces
import ViewModels

/// What the page that is shown calls a control is understood by every verb that takes a name.
@Suite("Words of the page that is shown")
struct PageWordTests {
  private func session(_ lines: [String]) -> Session {
    var session = Session(catalogue: Catalogue(GalleryRun.gallery))
    for line in lines { _ = session.run(line) }
    return session
  }

  @Test(
    "a control is named as the page has it, or by its path",
    arguments: [
      ("why items[0].like", "why goods.items[0].like"), ("observe items[0].likes", "observe goods.items[0].likes"),
      ("fields items[0]", "fields goods.items[0]"), ("why pullDown", "why goods.pullDown"),
    ])
  func names(_ short: String, _ long: String) {
    let goods = session(["open phone-app@fixed", "tap fill", "tap login", "advance 3s"])
    var (first, second) = (goods, goods)
    let reply = first.run(short)
    #expect(reply.mistake == nil && reply.lines == second.run(long).lines && !reply.lines.isEmpty)
  }

  @Test(
    "a row of a table that shows another list is named by its identity, and 'tap', 'why' and 'path' judge it alike",
    arguments: [
      ["open goods@blocks", "advance 1s"], ["open phone-app@blocks", "tap fill", "tap login", "advance 3s"],
      ["open goods@rac", "advance 1s"], ["open goods@fixed", "advance 1s"],
    ])
  func identities(_ lines: [String]) throws {
    var goods = session(lines)
    let verdict = try #require(goods.run("why items[#3234].like").lines.first)
    #expect("\(verdict)".contains("enabled"), "\(verdict)")
    #expect(goods.run("why items[#nosuch].like").lines.contains { "\($0)".contains("there is no such row") })
    let effects = goods.run("tap items[#3234].like").recordedLines
    #expect(effects.contains("request toggleLike \"3234\""), "\(effects)")
    #expect(effects.contains { $0.hasSuffix("items[1].isLiking false -> true") })
  }

  @Test("leaving the goods ends their loads, and a like that is under way goes on")
  func left() {
    var goods = session(["open phone-app@fixed", "tap fill", "tap login", "advance 1s"])
    let effects = goods.run("back").recordedLines
    #expect(effects.contains("cancelled requestGoods") && effects.contains("cancelled requestBanners"), "\(effects)")
    #expect(goods.run("requests").lines == [.talk("no request is under way")])
    #expect(goods.run("advance 1m").recordedLines == [])
    var liking = session(["open phone-app@fixed", "tap fill", "tap login", "advance 3s", "tap items[0].like", "back"])
    #expect(liking.run("requests").lines.count == 1)
    #expect(liking.run("advance 1s").recordedLines.first == "+1000ms reply toggleLike ok")
  }

  @Test("a path where the page's name is needed is told with that name")
  func path() {
    var goods = session(["open phone-app@fixed", "tap fill", "tap login", "advance 3s"])
    #expect(
      goods.run("tap goods.items[0].like").mistake?.sentence
        == "unknown control 'goods.items[0].like'; did you mean 'items[0].like'?")
    #expect(goods.run("tap items[0].like").mistake == nil)
  }

  @Test("a field of a dotted name that holds no secret is shown, on a machine with secrets too")
  func dotted() throws {
    for machine in ["user@fixed", "user@original"] {
      var user = session(["open \(machine)"])
      #expect(user.run("assign user.name \"abx\"").echo == "assign user.name \"abx\"")
      #expect(try #require(user.trace?.turns.last).cause.value == "abx")
      #expect(user.run("assign user.pwd \"abx\"").echo == "assign user.pwd $typed1")
      #expect(try #require(user.trace?.turns.last).cause.value?.holdsSecret == true)
    }
  }

  @Test("on a machine without secrets a value of another form is recorded as it is, and told with a form that helps")
  func misfit() {
    var home = session(["open home@fixed", "advance"])
    #expect(home.run("service list ok [{number: \"1\"}]").echo == "service list ok [{number: \"1\"}]")
    #expect(
      home.run("service list ok [1, 2]").mistake?.sentence
        == "'[1, 2]' is not a value that 'list' holds; write a list such as [{name: \"a\"}]")
    #expect(home.run("reply list ok [{a: 1}]").recordedLines.map { $0.contains("not a list") } == [false])
  }

  @Test("a secret that was typed once is asked for by its name")
  func typed() {
    var user = session(["open user@fixed"])
    #expect(
      user.run("assign user.pwd $typed1").mistake?.sentence
        == "'$typed1' is a secret that was typed once; name it again with '%let typed1 = ...' below '%case'")
  }
}
