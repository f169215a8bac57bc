import Foundation
import PtySupport
import Testing

/// How many cases run at the same time changes nothing of what is said.
@Suite("Jobs")
struct JobTests {
  /// Seventy files: those that hold, that fail alike and apart, that are none, and one of a hundred cases.
  private func suite() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for number in 0..<70 {
      let body =
        switch number % 5 {
        case 0: "%case holds\n| login idle\n"
        case 1: "%case fails alike\n| nonsense\n"
        case 2: "%case fails apart\n| login idle\n> set name \"\(number)\"\n| name \"\" -> \"x\"\n"
        case 3: "%case mistaken\n|*\n> tap nowhere\n| x\n%case expected\n%xfail #1\n| nonsense\n"
        default: "nonsense\n"
        }
      try folder.write("%transcript 1\n%machine login@fixed\n\(body)", to: "f\(number).transcript")
    }
    let many = (0..<100).map { "%case \($0)\n| login \($0 % 7 == 0 ? "busy" : "idle")\n" }.joined()
    try folder.write("%transcript 1\n%machine login@fixed\n" + many, to: "many.transcript")
    return folder
  }

  @Test("every report is the same bytes", arguments: ["pretty", "junit", "json", "markdown", "github"])
  func reports(_ format: String) throws {
    let folder = try suite()
    for path in [".", "many.transcript"] {
      let alone = try ToolRun(["replay", path, "--report", format, "--jobs", "1"], in: folder)
      #expect(alone.output.count > 400)
      for jobs in ["2", "5", "16"] {
        let run = try ToolRun(["replay", path, "--report", format, "--jobs", jobs], in: folder)
        #expect(run.output == alone.output && run.errors == alone.errors && run.code == alone.code, "\(path) \(jobs)")
      }
    }
  }

  @Test("an update says and writes the same")
  func updates() throws {
    let runs = try ["1", "4"].map { jobs in
      let folder = try suite()
      let run = try ToolRun(["replay", "--update", ".", "--jobs", jobs], in: folder)
      return [run.output, run.errors] + (try folder.names.map(folder.text))
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0][0].contains("block rewritten"))
  }

  @Test("a number of jobs that is none is refused", arguments: ["0", "17", "-1", "x"])
  func refused(_ jobs: String) throws {
    #expect(try ToolRun(["replay", "--jobs=\(jobs)"], in: ScratchFolder()).code == 2)
  }
}
