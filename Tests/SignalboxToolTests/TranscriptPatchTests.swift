import Foundation
import PtySupport
import Testing

/// `signalbox diff TRANSCRIPT --as A --as B --patch`: what a transcript becomes.
@Suite("A patch of a transcript")
struct TranscriptPatchTests {
  private func patch(_ file: String, _ a: String, _ b: String, in folder: ScratchFolder) throws -> ToolRun {
    try ToolRun(["diff", file, "--as", a, "--as", b, "--patch"], in: folder)
  }

  @Test(
    "git applies it, and the transcript holds on the second machine, with its comments and matchers",
    arguments: [
      ("follow/busy-original", "follow@original", "follow@fixed"),
      ("purchase/failures-original", "purchase@original", "purchase@fixed"),
      ("login/double-push", "login@fixed", "login@original"),
    ])
  func applies(_ entry: (file: String, a: String, b: String)) throws {
    let folder = try ScratchFolder()
    let text = try String(
      contentsOfFile: "\(ReadmeTests.root)/Transcripts/\(entry.file).transcript", encoding: .utf8)
    try folder.write(text, to: "one.transcript")
    let run = try patch("one.transcript", entry.a, entry.b, in: folder)
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("--- a/one.transcript\n+++ b/one.transcript\n@@ -1,"))
    #expect(run.output.contains("\n-%machine \(entry.a) ") && run.output.contains("\n+%machine \(entry.b) "))
    try folder.write(run.output, to: "change.patch")
    let applied = try ToolRun.callersShell("git apply change.patch", in: folder)
    #expect(applied.code == 0, "\(applied.errors)")
    let after = try folder.text("one.transcript")
    #expect(after.contains("\n%machine \(entry.b) "))
    for line in text.split(separator: "\n") where line.hasPrefix("#") || line.hasPrefix("> ") {
      #expect(after.contains("\n\(line)\n"), "\(line)")
    }
    let replayed = try ToolRun(["replay", "one.transcript"], in: folder)
    #expect(replayed.code == 0, "\(replayed.output)")
  }

  @Test("on one machine there is nothing to change; what is stale there is renewed on both sides alike")
  func same() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine user@fixed\n%case a\n"
    try folder.write(head + "| stale\n> tap login\n", to: "one.transcript")
    let run = try patch("one.transcript", "user@fixed", "user@fixed", in: folder)
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("a case that one machine cannot take is left as it is there, and the output says so")
  func refused() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine phone@blocks\n%case a\n|*\n"
    try folder.write(
      head + "> set mobilePhone $phone\n|*\n> reply loadAvatar ok\n|*\n%case b\n|*\n> tap fill\n| none\n",
      to: "one.transcript")
    let run = try patch("one.transcript", "phone@blocks", "phone@rac", in: folder)
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("one.transcript:7:") && run.errors.contains("error[E5003]"), "\(run.errors)")
    #expect(run.errors.contains("the case is left as it is on phone@rac: "), "\(run.errors)")
  }

  @Test("it is of one transcript on two machines, whole, and in no other form")
  func usage() throws {
    let folder = try ScratchFolder()
    try folder.write(DiffTests.script, to: "double")
    let two = ["--as", "login@original", "--as", "login@fixed"]
    for (arguments, sentence) in [
      (["a", "b", "--patch"], "name it, and '--as MACHINE@VARIANT' twice"),
      (["a", "--patch", "--json"] + two, "'--patch' is a form of its own"),
      (["a.transcript:3", "--patch"] + two, "leave it out"), (["double", "--patch"] + two, "double:1:"),
    ] {
      let run = try ToolRun(["diff"] + arguments, in: folder)
      #expect(run.code == 2 && run.errors.contains(sentence), "\(run.errors)")
    }
  }

  @Test("what would act on a terminal cannot be in a patch")
  func hostile() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine purchase@original\n# ##[error]x\n%case a\n|*\n"
    try folder.write(head + "> tap buy\n| stale\n", to: "one.transcript")
    let run = try patch("one.transcript", "purchase@original", "purchase@fixed", in: folder)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("error[E1196]"), "\(run.errors)")
  }
}
