import Foundation
import PtySupport
import Testing

/// What of a suite is to be looked at again: what changed, and what did not hold.
@Suite("What changed")
struct ChangeTests {
  /// A repository with two transcripts whose headers are those of their machines, and one that uses a file.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["a", "b"] {
      let recorded = try ToolRun(
        ["record", "\(name).transcript", "--machine", "login@fixed"], lines: ["set name \"aaaaaa\""], in: folder)
      try #require(recorded.code == 0)
    }
    let header = try #require(try folder.text("a.transcript").split(separator: "\n").first { $0.hasPrefix("%machine") })
    try folder.write("> set name \"aaaaaa\"\n", to: "start")
    try folder.write("%transcript 1\n\(header)\n%use start\n%case c\n|*\n> set name \"\"\n|*\n", to: "c é\t.transcript")
    let made = try git("init -q . && git add -A . && git commit -qm one && git tag one", in: folder)
    try #require(made.code == 0, "\(made.errors)")
    return folder
  }

  private func git(_ line: String, in folder: ScratchFolder) throws -> ToolRun {
    let identity = ["AUTHOR", "COMMITTER"].map { "GIT_\($0)_NAME=a GIT_\($0)_EMAIL=a@b" }.joined(separator: " ")
    return try ToolRun.callersShell("export \(identity) GIT_CONFIG_GLOBAL=/dev/null; git \(line)", in: folder)
  }

  private func replayed(_ arguments: [String], in folder: ScratchFolder) throws -> ToolRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return try ToolRun(["replay"] + arguments, in: folder, environment: ["PATH": path])
  }

  private func files(since revision: String, in folder: ScratchFolder) throws -> [String] {
    let run = try replayed([".", "--list", "--changed-since", revision], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    return run.output.split(separator: "\n").dropLast().map { String($0.prefix { $0 != ":" }) }
  }

  @Test("nothing changed is no mistake, and takes nothing")
  func nothing() throws {
    let run = try replayed([".", "--changed-since", "HEAD"], in: repository())
    #expect(run.code == 0 && run.output == "0 cases of 3 in 0 files of 3\n", "\(run.errors)")
  }

  @Test("a transcript that changed, one that is new, and one whose used file changed are taken, committed or not")
  func changed() throws {
    let folder = try repository()
    try folder.write(folder.text("b.transcript").replacing("%case", with: "# looked at\n%case"), to: "b.transcript")
    #expect(try files(since: "one", in: folder) == ["./b.transcript"])
    _ = try git("commit -qam two", in: folder)
    #expect(try files(since: "HEAD", in: folder) == [])
    #expect(try files(since: "one", in: folder) == ["./b.transcript"])
    try folder.write("> set name \"bbbbbb\"\n", to: "start")
    #expect(try files(since: "HEAD", in: folder) == ["./c é\\t.transcript"])
    _ = try git("checkout -q start", in: folder)
    try FileManager.default.copyItem(atPath: folder.path("a.transcript"), toPath: folder.path("new.transcript"))
    #expect(try files(since: "HEAD", in: folder) == ["./new.transcript"])
    try folder.write(folder.text("c é\t.transcript") + "# changed\n", to: "c é\t.transcript")
    #expect(try files(since: "HEAD", in: folder) == ["./c é\\t.transcript", "./new.transcript"])
  }

  @Test("a transcript of another definition than its header says, and one whose header says none, are taken")
  func machines() throws {
    let folder = try repository()
    for header in ["%machine login@fixed 000000000000", "%machine login@fixed"] {
      let text = try folder.text("a.transcript").split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("%machine") ? header[...] : $0 }.joined(separator: "\n")
      try folder.write(text, to: "a.transcript")
      _ = try git("commit -qam header", in: folder)
      #expect(try files(since: "HEAD", in: folder) == ["./a.transcript"])
    }
  }

  @Test("from a folder of the repository, with other options and parts")
  func narrowed() throws {
    let folder = try repository()
    try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
    for name in ["x", "y"] {
      try FileManager.default.copyItem(
        atPath: folder.path("a.transcript"), toPath: folder.path("deep/\(name).transcript"))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let below = try ToolRun.shell(
      "export PATH='\(path)'; (cd deep && $S replay .. --changed-since one)", in: folder)
    #expect(below.code == 0 && below.output == "2 cases of 5 in 2 files of 5: 2 passed\n", "\(below.errors)")
    let part = try replayed([".", "--changed-since", "one", "--shard", "1/2"], in: folder)
    #expect(part.output == "1 case of 5 in 1 file of 5: 1 passed\n")
  }

  @Test("without a revision, a repository or git there is a sentence")
  func refused() throws {
    let folder = try repository()
    let unknown = try replayed([".", "--changed-since", "nope"], in: folder)
    #expect(unknown.code == 2)
    #expect(
      unknown.errors
        == "signalbox: error[E1123]: '--changed-since': git knows no revision 'nope'; fetch it, or name another\n")
    let option = try replayed([".", "--changed-since=--help"], in: folder)
    #expect(option.code == 2 && option.errors.contains("git knows no revision '--help'"))
    try FileManager.default.removeItem(atPath: folder.path(".git"))
    let outside = try replayed([".", "--changed-since", "HEAD"], in: folder)
    #expect(outside.code == 2 && outside.errors.contains("this folder is in no repository of git"))
    let without = try ToolRun(
      ["replay", ".", "--changed-since", "HEAD"], in: folder, environment: ["PATH": folder.path])
    #expect(without.code == 2 && without.errors.contains("git cannot be started: no such file"), "\(without.errors)")
  }

  @Test("the files that did not hold come first, and the next report says which those are then")
  func failedFirst() throws {
    let folder = try ScratchFolder()
    let good = "%transcript 1\n%machine login@fixed\n%case a\n| login idle\n"
    for name in ["a", "b", "c", "d"] { try folder.write(good, to: "\(name).transcript") }
    try folder.write(good.replacing("idle", with: "busy"), to: "c.transcript")
    try folder.write("", to: "d.transcript")
    let again = [".", "--report", "json=last.json", "--failed-first", "last.json"]
    func order() throws -> String {
      try folder.text("last.json").split(separator: "\n").filter { $0.hasPrefix("{\"file\"") }
        .map { String($0.dropFirst(11).prefix(1)) }.joined()
    }
    #expect(try ToolRun(["replay"] + again, in: folder).code == 2)
    #expect(try order() == "abcd")
    #expect(try ToolRun(["replay"] + again, in: folder).code == 2)
    #expect(try order() == "cdab")
    try folder.write(good, to: "c.transcript")
    try folder.write(good, to: "d.transcript")
    #expect(try ToolRun(["replay"] + again, in: folder).code == 0)
    #expect(try ToolRun(["replay"] + again, in: folder).code == 0)
    #expect(try order() == "abcd")
    try folder.write("{\"timing\":\"a\",\"v\":1}\nnonsense\n", to: "other.json")
    let other = try ToolRun(["replay", ".", "--failed-first", "other.json"], in: folder)
    #expect(other.code == 2 && other.errors.contains("error[E1124]: other.json:2:1: is no event of a replay; "))
  }
}
