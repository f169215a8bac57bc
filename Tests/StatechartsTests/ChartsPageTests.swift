import Foundation
import Testing

@testable import Statecharts

/// The examples of `Documentation/Semantics.md`, run on the kernel and on the reference interpreter.
///
/// `WRITE_PAGES=1 swift test --filter ChartsPageTests` writes what the kernel does into the page.
struct ChartsPageTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Documentation/Semantics.md"

  private func isCode(_ part: Int) -> Bool { part % 2 == 1 }

  /// Returns an example with what happens behind each input.
  private func played(_ example: String) -> String {
    let parts = example.components(separatedBy: "---\n")
    let system = SpecParser.system(parts[0])
    let world = ReferenceWorld(system)
    var simulation = Simulation(system.program)
    var lines: [String] = [outcome(world, &simulation)]
    for line in parts[1].split(separator: "\n") where line.hasPrefix("> ") {
      let words = line.dropFirst(2).split(separator: " ").map(String.init)
      let stimulus: SpecStimulus =
        words[0] == "advance" ? .advance(Int(words[1]) ?? 0) : .event(words[0], words.count > 1 ? Int(words[1]) : nil)
      world.perform(stimulus)
      simulation.perform(stimulus)
      lines += [String(line), outcome(world, &simulation)]
    }
    return parts[0] + "---\n" + lines.joined(separator: "\n") + "\n"
  }

  private func outcome(_ world: ReferenceWorld, _ simulation: inout Simulation) -> String {
    let trace = simulation.trace()
    #expect(trace == world.trace())
    #expect(simulation.states == world.states)
    let isFinished = simulation.kernel.snapshot.instances.charts[0].isFinished
    return (trace + ["|"] + simulation.states + (isFinished ? ["(finished)"] : [])).joined(separator: " ")
  }

  @Test("every example does what the page says, and what the Recommendation's pseudo-code does")
  func examples() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    var parts = page.components(separatedBy: "```")
    for index in parts.indices where isCode(index) && parts[index].hasPrefix("chart\n") {
      parts[index] = "chart\n" + played(String(parts[index].dropFirst("chart\n".count)))
    }
    let written = parts.joined(separator: "```")
    if ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" {
      try written.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(parts.count { $0.hasPrefix("chart\n") } >= 15)
    for (said, found) in zip(page.split(separator: "\n"), written.split(separator: "\n")) { #expect(said == found) }
    #expect(page == written)
  }
}
