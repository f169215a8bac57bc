import Foundation
import PtySupport
import Testing

struct MigrateTests {
  private static let new = """
    %transcript 1
    %machine login@fixed
    # name: what is typed
    %case name
    | login idle
    > tap login
    | refused login: disabled, loginEnabled is false
    > set name "name"
    | name "" -> "name"
    > screen
    | login
    | == 登录 ==
    | name      用户名 [name]
    | password  密码   [<secret, empty>]
    | login     ( 登录 )  disabled
    > service authenticate never
    > set name "aaaaaa"
    | name "name" -> "aaaaaa"
    > set password $right
    | password <secret> changed
    | loginEnabled false -> true
    > tap login
    | login idle -> validating -> executing
    | request authenticate {name: "aaaaaa", password: <secret>}

    """

  /// The same as the machine before the renaming would have printed it.
  private static let old = new.replacing("set name", with: "set userName").replacing("\n| name ", with: "\n| userName ")
    .replacing("loginEnabled", with: "entered").replacing("idle", with: "waiting")
    .replacing("authenticate", with: "check")

  private static let renamings = [
    "any:userName=name", "entered=loginEnabled", "waiting=idle", "check=authenticate",
  ].flatMap { ["--rename", $0] }

  @Test("a transcript of the old names becomes one of the new, to the byte but for the hash")
  func written() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.old, to: "a.transcript")
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code != 0)
    let check = try ToolRun(["migrate", "--check", "a.transcript"] + Self.renamings, in: folder)
    #expect(check.output == "a.transcript: to be written\n1 file: 1 to be written\n", "\(check.errors)")
    #expect(try folder.text("a.transcript") == Self.old)
    let run = try ToolRun(["migrate", "a.transcript"] + Self.renamings, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "a.transcript: written\n1 file: 1 written\n")
    let text = try folder.text("a.transcript")
    let hash = try #require(text.split(separator: "\n")[1].split(separator: " ").last)
    #expect(text.replacing(" \(hash)\n", with: "\n") == Self.new)
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
  }

  @Test("what is ambiguous, unknown, or does not hold with the new names is not written")
  func refused() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.old, to: "a.transcript")
    let ambiguous = try ToolRun(["migrate", "--rename", "userName=name", "a.transcript"], in: folder)
    #expect(ambiguous.code == 2)
    #expect(
      ambiguous.errors.hasPrefix(
        "signalbox: error[E1133]: a.transcript:8:1: 'userName' is a control in line 8 and a field in line 9; write "))
    let unknown = try ToolRun(["migrate", "--rename", "event:go=login", "a.transcript"], in: folder)
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("error[E1134]: no event is called 'go' in these files; check the name"))
    let partly = try ToolRun(["migrate", "--rename", "any:userName=name", "a.transcript"], in: folder)
    #expect(partly.code != 0)
    #expect(partly.output.hasPrefix("a.transcript: not written: with the new names it does not hold, as told below\n"))
    #expect(!partly.output.contains("review:"))
    #expect(try folder.text("a.transcript") == Self.old)
  }

  @Test("the old machine has to print the same lines, renamed")
  func compared() throws {
    let folder = try ScratchFolder()
    // One transcript for two variants of which one prints more: the renaming changes nothing that both have.
    let text = "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n> set name \"x\"\n| name \"\" -> \"x\"\n"
    let old = text.replacing("idle", with: "waiting")
    try folder.write(old, to: "a.transcript")
    let arguments = ["migrate", "--rename", "waiting=idle", "a.transcript", "--from"]
    let run = try ToolRun(arguments + ["login@fixed"], in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors.contains(
        "the file does not hold for the machine with the old names; mend it there first"))
    #expect(try folder.text("a.transcript") == old)
  }
}
