import Foundation
import PtySupport
import Testing

/// `signalbox explore --checkpoint FILE` and `--resume`.
@Suite("Searches that are kept in a file")
struct CheckpointTests {
  private static let searched = ["phone@blocks", "--no-races", "--never", "page = goods"]

  private func explore(_ arguments: [String], in folder: ScratchFolder) throws -> ToolRun {
    try ToolRun(["explore"] + arguments, in: folder)
  }

  @Test("a search that was stopped prints, when it goes on, what one prints that was not", arguments: [1, 2])
  func resumed(_ jobs: Int) throws {
    let folder = try ScratchFolder()
    let whole = try explore(Self.searched + ["--states", "400"], in: folder)
    #expect(whole.code == 1)
    let kept = ["--checkpoint", "kept.search", "--jobs", "\(jobs)"]
    for states in ["30", "31", "250", "400"] {
      let part = try explore(Self.searched + ["--states", states] + kept, in: folder)
      let again = try explore(Self.searched + ["--states", states] + kept, in: folder)
      #expect(again.code == 2 && again.output.isEmpty && again.errors.contains("kept.search is there already"))
      #expect(part.errors.isEmpty && part.output.contains("stopped by --states \(states): "))
      let rest = try explore(Self.searched + ["--states", "400", "--resume"] + kept, in: folder)
      #expect(rest.output == whole.output && rest.code == whole.code && rest.errors.isEmpty, "\(rest.output)")
      if states != "400" { try FileManager.default.removeItem(atPath: folder.path("kept.search")) }
    }
    let once = try explore(Self.searched + ["--states", "400", "--resume"] + kept, in: folder)
    #expect(once.output == whole.output, "the file holds where it ended")
  }

  @Test("one that a signal ended goes on")
  func interrupted() throws {
    let folder = try ScratchFolder()
    let words = "explore phone-app@fixed --no-races --checkpoint kept.search"
    let line = "'\(BuiltProduct.path("signalbox"))' \(words) & sleep 1; kill -TERM $!; wait $!"
    let stopped = try ToolRun.callersShell(line, in: folder)
    #expect(stopped.output.contains("; interrupted: "), "\(stopped.output)\(stopped.errors)")
    let text = try folder.text("kept.search")
    #expect(text.hasPrefix("{\"search\":1,\"machine\":\"phone-app@fixed\","))
    let rest = try ToolRun(
      words.split(separator: " ").map(String.init) + ["--resume", "--memory", "1000000"], in: folder)
    #expect(
      rest.errors.isEmpty && rest.output.contains("stopped by --memory 1000000: "), "\(rest.output)\(rest.errors)")
  }

  @Test(
    "another machine, other options and a smaller bound are told, with the place in the file",
    arguments: [
      (
        ["phone@fixed", "--no-races"],
        ":1:1: the checkpoint is of phone@blocks, and not of phone@fixed; name another file"
      ),
      (
        ["phone@blocks", "--no-races"],
        ":1:1: the checkpoint was written with '--never 'page = goods' --no-races', and not with '--no-races'; give the same"
      ),
      (searched + ["--states", "20"], " states already; raise '--states'"),
      (searched + ["--depth", "1"], ":2:1: the checkpoint is 2 commands deep already; raise '--depth'"),
    ])
  func misfits(_ arguments: [String], _ sentence: String) throws {
    let folder = try ScratchFolder()
    _ = try explore(Self.searched + ["--states", "50", "--checkpoint", "kept.search"], in: folder)
    let before = try folder.text("kept.search")
    let run = try explore(arguments + ["--checkpoint", "kept.search", "--resume"], in: folder)
    #expect(
      run.code == 2 && run.output.isEmpty && run.errors.contains("error[E1221]: kept.search:")
        && run.errors.contains(sentence),
      "\(run.errors)")
    #expect(try folder.text("kept.search") == before)
  }

  @Test("what cannot be kept, a file that is none and one that is not there are told before anything is searched")
  func mistakes() throws {
    let folder = try ScratchFolder()
    try folder.write("open login\n", to: "script.txt")
    for (arguments, sentence) in [
      (["--resume"], "'--resume' goes on from a checkpoint; name its file with '--checkpoint FILE'"),
      (["--checkpoint", "c", "--save", "c.pml"], "'--checkpoint' keeps states, but '--save' needs every step"),
      (
        ["--checkpoint", "script.txt", "--resume"],
        "script.txt:1:1: this is not a checkpoint of a search; its first line must begin with '{\"search\":1'"
      ),
      (["--checkpoint", "none.search", "--resume"], "none.search"),
      (["--checkpoint", "none/kept.search"], "none/kept.search: its folder does not exist"),
    ] {
      let run = try explore(["login@fixed"] + arguments, in: folder)
      #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
    }
  }
}
