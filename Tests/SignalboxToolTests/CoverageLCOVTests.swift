import Foundation
import PtySupport
import Testing

/// The programs are those of Debian's package `lcov`, which `Scripts/setup --tests` installs there.
@Suite("coverage for viewers of LCOV")
struct CoverageLCOVTests {
  private func answer(of command: String, in folder: ScratchFolder) throws -> String {
    let run = try ToolRun.callersShell(command, in: folder)
    #expect(run.code == 0, "\(command): \(run.output)\(run.errors)")
    return run.output + run.errors
  }

  @Test(
    "lcov counts as many lines as 'coverage' counts things, and genhtml shows each listing",
    .enabled(if: ToolRun.isDebian, "only Debian is known to have lcov as a package"))
  func counts() throws {
    let folder = try ScratchFolder()
    let transcripts = "\(ReadmeTests.root)/Transcripts/login"
    let run = try ToolRun(
      ["replay", transcripts, "--once", "--coverage-lcov", "c.info", "--coverage-json", "c.json"], in: folder)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(folder.text("c.json").utf8)) as? [String: Any]
    let machines = try #require(json?["machines"] as? [[String: Any]])
    let counts = machines.flatMap { $0["counts"] as? [[String: Any]] ?? [] }
    let (taken, all) = (counts.sum(of: "taken"), counts.sum(of: "all"))
    #expect(taken > 0 && taken < all)
    let summary = try answer(of: "lcov --summary c.info", in: folder)
    #expect(summary.contains("(\(taken) of \(all) lines)"), "\(summary)")
    _ = try answer(of: "genhtml c.info -o html", in: folder)
    for machine in machines {
      let name = try #require(machine["machine"] as? String)
      let listing = try folder.text("c.info.\(name).txt").split(separator: "\n")
      let items = try #require(machine["items"] as? [[String: Any]])
      #expect(listing.count == items.count + 1 && listing[0].hasPrefix("what runs can take of \(name), definition "))
      #expect(zip(listing.dropFirst(), items).allSatisfy { $0.contains($1["name"] as? String ?? "?") })
      let page = try FileManager.default.subpathsOfDirectory(atPath: folder.path("html")).first {
        $0.hasSuffix("c.info.\(name).txt.gcov.html")
      }
      #expect(try folder.text("html/\(#require(page))").contains("login.executing"))
    }
  }

  @Test("a tracefile that cannot be written is told, and goes with a check only")
  func mistakes() throws {
    let folder = try ScratchFolder()
    let transcript = "\(ReadmeTests.root)/Transcripts/login/retry.transcript"
    let run = try ToolRun(["replay", transcript, "--once", "--coverage-lcov", "none/c.info"], in: folder)
    #expect(run.code != 0 && run.errors.contains("none/c.info"))
    #expect(try ToolRun(["replay", transcript, "--list", "--coverage-lcov", "c.info"], in: folder).code == 2)
  }
}

extension [[String: Any]] {
  fileprivate func sum(of key: String) -> Int { reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
}
