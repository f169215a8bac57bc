import Testing
import ViewModels

@Suite("Observation and signals, in the view-model language")
struct FeedTests {
  private let machine = Machine(Feed.self, name: "feed", variant: "one", summary: "a feed")

  private func value(_ path: String, _ snapshot: Snapshot) -> Value? {
    machine.fields(of: snapshot).first { $0.path == path }?.value
  }

  /// What was heard in a step.
  private func heard(_ snapshot: inout Snapshot, _ stimulus: Stimulus) -> [String] {
    let before = value("heard", snapshot).flatMap { [String]($0) } ?? []
    _ = machine.step(&snapshot, stimulus)
    return Array((value("heard", snapshot).flatMap { [String]($0) } ?? []).dropFirst(before.count))
  }

  @Test("a path is attached again when its instance is replaced, by observers and by signals")
  func path() {
    var (snapshot, _) = machine.open()
    #expect(value("title", snapshot) == "first")
    #expect(heard(&snapshot, .send(input: "replace", nil)).contains("post.title setting next old first []"))
    #expect(value("title", snapshot) == "next")
    #expect(heard(&snapshot, .assign(field: "post.title", "last")) == ["post.title setting last old next []"])
  }

  @Test("an instance that is sent is told by where it stands, beside the one whose path it was made at")
  func sent() {
    var (snapshot, _) = machine.open()
    let effects = machine.step(&snapshot, .send(input: "replace", nil)).flatMap(\.effects)
    #expect(effects.contains(.output(subject: "opened", value: "post'2")))
  }

  @Test("edits of a list tell what changed; a write of the variable tells nobody; a removed observer hears no more")
  func edits() {
    var (snapshot, _) = machine.open()
    let lines = heard(&snapshot, .send(input: "edit", nil))
    #expect(
      lines == [
        "tags insertion c [0]", "tags replacement A old a [1]", "tags removal – old b [2]",
      ])
    #expect(value("tags", snapshot) == ["c", "A"])
    #expect(value("draft", snapshot) == "silent")
    #expect(value("post.text", snapshot) == "text")
    #expect(heard(&snapshot, .assign(field: "tags", [])) == [])
  }

  @Test("a two-way binding carries both ways, and ends with its side")
  func bothWays() {
    var (snapshot, _) = machine.open()
    #expect(value("draft", snapshot) == "text")
    _ = machine.step(&snapshot, .assign(field: "draft", "mine"))
    #expect(value("post.text", snapshot) == "mine")
    _ = machine.step(&snapshot, .assign(field: "post.text", "yours"))
    #expect(value("draft", snapshot) == "yours")
    _ = machine.step(&snapshot, .send(input: "replace", nil))
    _ = machine.step(&snapshot, .assign(field: "post.text", "other"))
    #expect(value("draft", snapshot) == "yours")
  }

  @Test("an observer that follows is told at once, and can be disposed; signals of signals and replay work")
  func signals() {
    var (snapshot, _) = machine.open()
    #expect(value("heard", snapshot) == ["limit setting 5 []"])
    #expect(heard(&snapshot, .send(input: "replace", nil)).contains("number 3"))
    #expect(heard(&snapshot, .assign(field: "post.likes", 4)) == ["number 4"])
    #expect(heard(&snapshot, .assign(field: "post.likes", 5)) == [])
    #expect(heard(&snapshot, .send(input: "count", 9)) == ["limit setting 9 []", "number 9", "number 0"])
    #expect(heard(&snapshot, .send(input: "unfollow", nil)) == [])
    #expect(value("following", snapshot) == .null)
    #expect(heard(&snapshot, .assign(field: "limit", 7)) == ["number 7"])
  }
}
