import Foundation
import PtySupport
import Testing

/// Snapshots as a user of the tool meets them: written in one process, opened in another.
struct SnapshotFileTests {
  /// What is looked at where a journey ends.
  private static let looks = ["state", "screen", "fields", "timers", "requests", "properties", "service", "observers"]

  @Test("a machine saved in the middle goes on in another process with the same bytes", arguments: SnapshotJourney.all)
  func goesOn(_ journey: SnapshotJourney) throws {
    let folder = try ScratchFolder()
    let save = journey.commands.indices.map { "save --snapshot \($0).snapshot" }
    let saving = zip(journey.commands, save).flatMap { [$0, $1] }
    let whole = try ToolRun([journey.machine], lines: saving + Self.looks, in: folder)
    #expect(whole.errors.isEmpty)
    let unsaved = try ToolRun([journey.machine], lines: journey.commands + Self.looks, in: folder)
    #expect(whole.output.withoutSaves == unsaved.output)
    let last = journey.commands.count - 1
    for index in 0..<last {
      let rest = journey.commands[(index + 1)...] + ["save --snapshot end-\(index).snapshot"] + Self.looks
      let opened = try ToolRun(["\(index).snapshot"], lines: Array(rest), in: folder)
      #expect(opened.errors.isEmpty)
      let expected = try #require(whole.output.behind("  saved to \(index).snapshot; it holds secrets as they are\n"))
      let told = try #require(opened.output.behind("; the history begins here\n"))
      #expect(told.withoutSaves.withoutHistory == expected.withoutSaves.withoutHistory, "opened at \(index)")
      #expect(try folder.text("end-\(index).snapshot") == folder.text("\(last).snapshot"), "opened at \(index)")
    }
    let texts = try journey.commands.indices.map { try folder.text("\($0).snapshot") }
    for kind in journey.holds {
      #expect(texts.contains { $0.contains("\"#enum\":\"\(kind)\"") }, "\(kind)")
    }
  }

  @Test("a trace of what followed is the same, whether or not a snapshot lay between")
  func traces() throws {
    let folder = try ScratchFolder()
    let journey = SnapshotJourney.all[4]
    let half = Array(journey.commands[..<4])
    let rest = Array(journey.commands[4...])
    _ = try ToolRun([journey.machine], lines: half + ["save --snapshot a.snapshot"], in: folder)
    let opened = ["open a.snapshot"] + rest
    #expect(try ToolRun([], lines: opened + ["trace one.trace.jsonl"], in: folder).code == 0)
    let within = [journey.machine]
    let again = half + ["save --snapshot b.snapshot", "open b.snapshot"] + rest + ["trace two.trace.jsonl"]
    #expect(try ToolRun(within, lines: again, in: folder).code == 0)
    #expect(try folder.text("one.trace.jsonl") == folder.text("two.trace.jsonl"))
    #expect(try ToolRun(["trace", "--validate", "one.trace.jsonl"], in: folder).code == 0)
  }

  @Test("a snapshot is for its owner alone, whatever the umask", arguments: ["000", "022", "077"])
  func mode(umask: String) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun.shell(
      "umask \(umask); $S login@fixed -c 'set password hunter2' -c 'save --snapshot a.snapshot'", in: folder)
    #expect(run.code == 0)
    #expect(try folder.permissions("a.snapshot") == 0o600)
    #expect(try folder.text("a.snapshot").contains(##"{"#revealed":"hunter2"}"##))
    #expect(!run.output.contains("hunter2"))
  }

  @Test("what stands under the name is left as it is: a file that others read, a link that leads to one, a folder")
  func existing() throws {
    let folder = try ScratchFolder()
    try folder.write("precious\n", to: "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("old"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "old")
    try FileManager.default.createSymbolicLink(atPath: folder.path("loose"), withDestinationPath: "nothing")
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    for name in ["old", "link", "loose", "folder"] {
      let run = try ToolRun(["login@fixed", "-c", "save --snapshot \(name)"], in: folder)
      #expect(run.code == 2)
      let cure = "choose another name, or replace it by '--force'"
      #expect(run.errors == "signalbox: error[E2120]: \(name): already exists; \(cure)\n")
      #expect(!run.output.contains("saved"))
    }
    #expect(try folder.text("old") == "precious\n")
    #expect(try folder.permissions("old") == 0o644)
    #expect(try folder.names == ["folder", "link", "loose", "old"])
  }

  @Test("a name that is no snapshot's is saved with how to open it, and the flag stands on either side")
  func names() throws {
    let folder = try ScratchFolder()
    let lines = [
      "save --snapshot plain", "save --snapshot \"with a blank.snapshot\"", "open ./plain", "open --migrate ./plain",
      "open  with a blank.snapshot   --migrate",
    ]
    let run = try ToolRun(["login@fixed"], lines: lines, in: folder)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        | login idle
          login@fixed: Login page with a service behind it
          saved to plain; it holds secrets as they are; 'open ./plain' opens it
          saved to with a blank.snapshot; it holds secrets as they are
          login@fixed: Login page with a service behind it
          opened at 0ms from ./plain; the history begins here
          login@fixed: Login page with a service behind it
          opened at 0ms from ./plain; the history begins here
          login@fixed: Login page with a service behind it
          opened at 0ms from with a blank.snapshot; the history begins here
          0 commands, 0 mistakes

        """)
    let flag = try ToolRun(["login@fixed", "--migrate"], in: folder)
    #expect(flag.code == 2)
    #expect(
      flag.errors == "signalbox: error[E1101]: '--migrate' opens a snapshot; name its FILE, which ends in '.snapshot' "
        + "or holds a '/'\n")
  }

  @Test("a snapshot that cannot be written leaves nothing behind, and the recording goes on")
  func failedSave() throws {
    let folder = try ScratchFolder()
    try folder.write("set name \"a\"\nsave --snapshot nowhere/a.snapshot\nset name \"ab\"\n", to: "lines")
    let run = try ToolRun.shell("$S record a.transcript --machine login@fixed <lines", in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E2001]: nowhere/a.snapshot: its folder does not exist; create the folder first\n")
    #expect(try folder.text("a.transcript").contains("> set name \"ab\"\n| name \"a\" -> \"ab\"\n"))
    #expect(try folder.names == ["a.transcript", "lines"])
  }

  @Test("a disk that is full keeps no half of a snapshot")
  func fullDisk() throws {
    let folder = try ScratchFolder()
    let line = "ulimit -f 8; $S goods@fixed -c 'save --snapshot a.snapshot' -c 'state'"
    let run = try ToolRun.shell(line, in: folder)
    #expect(run.code == 4)
    #expect(
      run.errors
        == "signalbox: error[E4104]: a.snapshot: the limit on file sizes was reached, nothing was changed; raise it "
        + "with ulimit -f\n")
    #expect(
      run.output.hasSuffix("  list    refreshing\n  banner  executing\n  page    shown\n  0 commands, 1 mistake\n"))
    #expect(try folder.names.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") } == [])
  }
}

extension String {
  /// What stands behind the first occurrence of a text.
  fileprivate func behind(_ text: String) -> String? { range(of: text).map { String(self[$0.upperBound...]) } }

  fileprivate var withoutSaves: String {
    split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  saved to ") }
      .joined(separator: "\n")
  }

  /// Without the last line, which counts the commands, and without what earlier commands broke: the history begins where
  /// a snapshot was saved.
  fileprivate var withoutHistory: String {
    split(separator: "\n").dropLast().map { line in
      let words = line.split(separator: " ")
      guard ["holds", "broken", "was"].contains(words.first ?? "") else { return String(line) }
      return (words.starts(with: ["was", "broken"]) ? ["holds"] + words.dropFirst(2) : words).joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension ScratchFolder {
  fileprivate func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}
