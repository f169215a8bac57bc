import Console
import Testing
import Traces

@testable import Transcripts

struct MigrationTests {
  private static let body = """
    | login idle
    # name, in a comment
    > set name "name"
    | name "" -> "name"
    | home.items[3].name "idle" -> [$name.long, "$name.x"]
    > hold tap name
    | refused name: no transition in idle, name is ""
    > service load fail "load" once
    > send name
    | login idle -> busy -> idle
    | request load {name: "x"}
    | request load'2 {name: "x"}
    | timer idle 100ms
    | load 7
    | tie reply load over idle, push name, observer Observe of home.name, alert idle
    | limit microsteps: 10000 reached by idle
    > reply load'2 ok
    > screen
    | name idle

    """

  private func renamed(_ renamings: String...) throws -> String {
    let transcript = try transcript(Self.body, language: .console)
    let explicit = try transcript.explicit(renamings.map { try Renaming(parsing: $0) })
    let text = try transcript.renamed(explicit).print()
    return text.replacing("%transcript 1\n%machine login@fixed 4f1c9e02a7d3\n%case case\n", with: "")
  }

  private func problem(_ renamings: String...) -> String? {
    do {
      let transcript = try transcript(Self.body, language: .console)
      _ = try transcript.renamed(try transcript.explicit(renamings.map { try Renaming(parsing: $0) }))
      return nil
    } catch {
      return (error as? RenamingProblem)?.sentence ?? "\(error)"
    }
  }

  @Test("a name is renamed where it is of what is meant, and in prose, which does not say")
  func roles() throws {
    let lines = Self.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func expected(_ changes: [Int: String]) -> String {
      lines.enumerated().map { changes[$0.offset] ?? $0.element }.joined(separator: "\n")
    }
    #expect(
      try renamed("field:name=userName")
        == expected([
          3: "| userName \"\" -> \"name\"", 4: "| home.items[3].userName \"idle\" -> [$userName.long, \"$name.x\"]",
          6: "| refused name: no transition in idle, userName is \"\"",
          14: lines[14].replacing("home.name", with: "home.userName"),
        ]))
    #expect(
      try renamed("control:name=userName")
        == expected([
          2: "> set userName \"name\"", 5: "> hold tap userName",
          6: "| refused userName: no transition in idle, userName is \"\"",
        ]))
    #expect(
      try renamed("event:name=begin")
        == expected([6: lines[6].replacing(", name", with: ", begin"), 8: "> send begin"]))
    #expect(
      try renamed("idle=waiting")
        == expected([
          0: "| login waiting", 6: "| refused name: no transition in waiting, name is \"\"",
          9: "| login waiting -> busy -> waiting", 12: "| timer waiting 100ms",
          14: lines[14].replacing("over idle", with: "over waiting"), 15: lines[15].replacing("idle", with: "waiting"),
        ]))
  }

  @Test("what a look shows is not read; what the next case opens with is")
  func behindLook() throws {
    let text = "| login idle\n> screen\n| login idle\n%case next\n| login idle\n> service\n>| load ok 1\n| load idle\n"
    let renamed = try transcript(text, language: .console).renamed([Renaming(parsing: "state:idle=waiting")]).print()
    #expect(
      renamed.hasSuffix(
        "| login waiting\n> screen\n| login idle\n%case next\n| login waiting\n> service\n>| load ok 1\n| load waiting\n"
      ))
  }

  @Test("services keep their ordinals, and names can be exchanged")
  func services() throws {
    let text = try renamed("service:load=fetch", "state:idle=busy", "state:busy=idle")
    #expect(text.contains("> service fetch fail \"load\" once\n"))
    #expect(
      text.contains("| login busy -> idle -> busy\n| request fetch {name: \"x\"}\n| request fetch'2 {name: \"x\"}\n"))
    #expect(text.contains("| load 7\n| tie reply fetch over busy, push name,"))
    #expect(text.contains("\n> reply fetch'2 ok\n"))
  }

  @Test("what is not said, or could not be taken back, is refused with its place")
  func refused() {
    #expect(
      problem("name=userName")
        == "'name' is a control in line 6 and a field in line 7 and an event in line 12; write 'control:name=userName' or "
        + "'field:name=userName' or 'event:name=userName', or 'any:name=userName' for all of them")
    #expect(
      problem("state:idle=busy")
        == "'busy' is a name of the file already, so nobody could tell the two apart; choose another name, or rename that "
        + "one too")
    #expect(problem("a") == "'a' is no renaming; write OLD=NEW")
    #expect(problem("a=b c") == "'b c' is not a name; use letters, digits and '_', a letter first")
    #expect(problem("a=a") == "'a' is called so already; write another name")
    #expect(
      problem("page:a=b")
        == "'page' is nothing that has a name; write one of field, state, event, control, service, subject, any")
  }

  @Test("the machine with the old names has to print the same lines, renamed")
  func compared() throws {
    let text = FailureText(executable: "s")
    let old = try transcript("| login waiting\n> tap a\n| login waiting -> <any>\n", language: .console)
    let renamings = [try Renaming(parsing: "waiting=idle")]
    var migration = try Migration(old, path: "a", renamings)
    #expect(migration.isChanged)
    let now = ScriptedRunner(outputs: [["login idle"], ["login idle -> busy"]], hash: "0123456789ab")
    let report = migration.prove(used: [], with: now, text: text)
    #expect(report.exitCode == .agreed)
    #expect(migration.document.machine.hash == "0123456789ab")
    #expect(migration.document.print().hasSuffix("| login idle\n> tap a\n| login idle -> <any>\n"))
    let before = ScriptedRunner(outputs: [["login waiting"], ["login waiting -> busy"]])
    try migration.compare(report, used: [], withOld: before)
    let other = ScriptedRunner(outputs: [["login waiting"], ["login waiting -> done"]])
    let problem = #expect(throws: RenamingProblem.self) { try migration.compare(report, used: [], withOld: other) }
    #expect(
      problem?.sentence
        == "the machines differ beyond the names: '| login idle -> done' came before, and '| login idle -> busy' comes now; "
        + "'compare' tells why")
    let red = ScriptedRunner(outputs: [["login waiting"], []])
    #expect(throws: RenamingProblem.self) { try migration.compare(report, used: [], withOld: red) }
  }
}
