import Testing
import ViewModels

@testable import Console

@Suite("what a person looks back at")
struct BlameTests {
  @Test("of a computed field, 'blame' tells what it is computed from and what set that")
  func sources() {
    var session = Fixture.login("set name aaaaaa", "set password $right")
    #expect(
      session.shown("blame loginEnabled") == [
        "  loginEnabled is computed from name, password", #"  1> set name "aaaaaa""#, #"    name "" -> "aaaaaa""#,
        "  2> set password $right", "    password <secret> changed", "    loginEnabled false -> true",
      ])
    #expect(session.shown("blame name").first == #"  1> set name "aaaaaa""#)
    var fresh = Fixture.login()
    #expect(
      fresh.shown("blame loginEnabled") == [
        "  loginEnabled is computed from name, password", "  no command has changed loginEnabled",
      ])
  }

  @Test("turns that repeat are folded in 'trace'")
  func folded() {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open home@fixed", "send getDatas", "advance 10s", "advance 3m"] { _ = session.run(line) }
    let reply = session.run("trace")
    #expect(reply.tellsTurns)
    let folded = FoldedLines(reply.lines, tellsTurns: true).lines
    #expect(folded.count < reply.lines.count / 2, "\(folded.count) of \(reply.lines.count)")
    #expect(folded.contains { if case .talk(let text) = $0 { text.contains("more like it") } else { false } })
  }

  @Test("the parts of a guard that is a conjunction are told one by one, and a refusal names the false ones")
  func conjunction() {
    var session = Fixture.login("set name aaaaaa")
    let lines = session.shown("why login")
    #expect(lines.contains("    guard 'the name is longer than 5' is true"), "\(lines)")
    #expect(lines.contains("    guard 'the password is longer than 5' is false"))
    #expect(!lines.contains { $0.contains("5 and the") })
  }
}

@Suite("what a person looks back at in rows")
struct RowBlameTests {
  private static let machine = Machine(Shelf.self, name: "shelf", variant: "one", summary: "a shelf")

  private func session(_ lines: String...) -> Session {
    var session = Session(catalogue: Catalogue([Self.machine]))
    for line in ["open shelf"] + lines { #expect(session.run(line).mistake == nil, "\(line)") }
    return session
  }

  @Test("a computed field that declares no source is blamed on what set the fields of its view model")
  func undeclared() {
    var shelf = session("tap mark", "tap mark")
    #expect(
      shelf.shown("blame isMarked") == [
        "  isMarked is computed, and does not declare from which fields", "  1> tap mark", "    marks 0 -> 1",
        "    isMarked false -> true",
      ])
    var fresh = session("tap fill")
    #expect(
      fresh.shown("blame isMarked") == [
        "  isMarked is computed, and does not declare from which fields", "  no command has changed isMarked",
      ])
  }

  @Test("fields and regions of rows, by position and by identity, are followed where their row goes")
  func rows() {
    var shelf = session("tap fill", "tap items[0].like", "tap turn", "tap items[0].like")
    let filled = shelf.shown("blame items[1].liked")
    #expect(filled.first == "  items[1].liked is computed, and does not declare from which fields")
    #expect(filled.count == 7 && filled[1] == "  1> tap fill" && filled[2].hasPrefix("    items [] -> ["), "\(filled)")
    #expect(
      filled.suffix(4) == [
        "  2> tap items[0].like", "    items[0].entry new -> used", "    items[0].likes 0 -> 1",
        "    items[0].liked false -> true",
      ])
    #expect(shelf.shown("blame items[#a].liked").dropFirst() == filled.dropFirst())
    #expect(
      shelf.shown("blame items[#b].likes").suffix(3) == [
        "  4> tap items[0].like", "    items[0].entry new -> used", "    items[0].likes 0 -> 1",
      ])
    #expect(
      shelf.shown("blame items[#b].entry").suffix(2) == ["  4> tap items[0].like", "    items[0].entry new -> used"])
    #expect(shelf.shown("blame items[#b].id").map { $0.prefix(14) } == ["  1> tap fill", "    items [] -"])
    for path in ["items[0].zzzzz", "items[#b].zzzzz"] {
      #expect(shelf.shown("blame \(path)") == ["7: unknown field '\(path)'; 'fields' lists the fields"])
    }
    #expect(
      shelf.shown("blame items[0].lkes") == ["7: unknown field 'items[0].lkes'; did you mean 'items[0].likes'?"])
    let texts = { (line: String) in shelf.completion(for: line, cursor: line.utf8.count).candidates.map(\.text) }
    #expect(texts("blame items[0].en") == ["items[0].entry"] && texts("blame items[#b].en") == ["items[#b].entry"])
    #expect(shelf.shown("blame items[7].likes")[0].hasPrefix("7: unknown field 'items[7].likes'; "))
  }

  @Test("what happened to another row of the same place is not told of a new one")
  func another() {
    var shelf = session("tap fill", "tap items[0].like", "tap fill")
    let lines = shelf.shown("blame items[0].likes")
    #expect(lines.first == "  3> tap fill" && !lines.contains { $0.contains("2> ") }, "\(lines)")
    var restarted = session("tap fill", "tap items[0].like", "restart", "tap fill")
    #expect(restarted.shown("blame items[0].likes").first == "  4> tap fill")
  }
}

/// Fields that are computed without a declared source, and rows that turn round and come anew.
private struct Shelf: ViewModel {
  struct Model: ModelType {
    var items: [Ref<ShelfItem>] = []
    var marks = 0
    var isMarked: Bool { marks > 0 }
  }

  let items = Field(\.items, key: \ShelfItem.Model.id)
  let marks = Field(\.marks)
  let isMarked = Field(\.isMarked)
  let fill = Input()
  let mark = Input()
  let turn = Input()

  var chart: Chart {
    Region("shelf") {
      On(fill) { me in me.items = ["a", "b"].map { id in me.make(ShelfItem.self) { $0.id = id } } }
      On(turn) { $0.items = $0.items.reversed() }
      On(mark) { $0.marks += 1 }
      State("open")
    }
  }

  var screen: Screen {
    Screen("Shelf") {
      Button(fill, "Fill")
      Button(mark, "Mark")
      Button(turn, "Turn")
      List(items, "Items") { item in Button(item.like, "Like") }
    }
  }
}

private struct ShelfItem: ViewModel {
  struct Model: ModelType, Hashable {
    var id = ""
    var likes = 0
    var liked: Bool { likes > 0 }
  }

  let id = Field(\.id)
  let likes = Field(\.likes)
  let liked = Field(\.liked)
  let like = Input()

  var chart: Chart {
    Region("entry") {
      State("new") { On(like, to: "used") { $0.likes += 1 } }
      State("used")
    }
  }
}

@Suite("values that were given before")
struct SeenValuesTests {
  private func candidates(_ session: Session, _ line: String) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  @Test("complete after the samples, the latest first, in every later case")
  func seen() {
    var session = Fixture.login("set name abcdef", "set name \"a b\"", "set name abcdef", "set name $messy")
    #expect(candidates(session, "set name ") == ["$messy", "$unknown", "\"abcdef\"", "\"a b\""])
    #expect(candidates(session, "assign name a") == ["\"abcdef\"", "\"a b\""])
    _ = session.run("open login@original")
    #expect(candidates(session, "set name ").suffix(2) == ["\"abcdef\"", "\"a b\""])
  }

  @Test("no secret is among them, and a service's are")
  func secrets() {
    var session = Fixture.login("set password hunter2", "set name aaaaaa", "set password $right", "tap login")
    #expect(!candidates(session, "set password ").contains { $0.contains("hunter2") })
    _ = session.run("reply authenticate fail \"no\"")
    _ = session.run("dismiss")
    _ = session.run("tap login")
    #expect(candidates(session, "reply authenticate fail ").contains("\"no\""))
    for number in 0..<20 { _ = session.run("set name x\(number)") }
    #expect(candidates(session, "set name x").count == SeenValues.longest)
  }
}
