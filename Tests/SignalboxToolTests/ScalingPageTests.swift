import Foundation
import PtySupport
import Testing

/// The commands for Spin in Documentation/Searching.md.
@Suite("The page about searches on many machines")
struct ScalingPageTests {
  /// The commands of a section, in their order.
  private func commands(of section: String) throws -> [String] {
    let page = try String(contentsOfFile: "\(ReadmeTests.root)/Documentation/Searching.md", encoding: .utf8)
    let text = try #require(page.components(separatedBy: "\n### \(section)\n").dropFirst().first)
    let lines = text.components(separatedBy: "\n##")[0].split(separator: "\n")
    return lines.filter { $0.hasPrefix("    $ ") }.map { String($0.dropFirst(6)) }
  }

  @Test(
    "each run of Spin's swarm finds what the search found",
    .enabled(if: ToolRun.isDebian, "only Debian is known to have Spin as a package"))
  func swarm() throws {
    let commands = try commands(of: "Keeping what was found")
    #expect(commands.count == 4)
    let folder = try ScratchFolder()
    let line = (["PATH='\(BuiltProduct.folder)':$PATH"] + commands).joined(separator: "; ")
    let run = try ToolRun.callersShell(line, in: folder)
    #expect(run.output.hasSuffix((1...4).map { "\($0).txt:1\n" }.joined()), "\(run.output)\(run.errors)")
    let chosen = try ToolRun.callersShell("spin -DCHECK=1 -search -bit -swarm4,1 user.pml", in: folder)
    #expect(chosen.output.contains("assertion violated (1!=1)"), "\(chosen.output)\(chosen.errors)")
  }
}
