import PtySupport
import SeededRandom
import Statecharts
import Testing

@testable import DiagramFiles

/// Whatever a file holds, its reader ends with a chart or with located errors.
struct MutatedFileTests {
  @Test("10,000 mutated files give a machine or located errors")
  func files() {
    var random = SplitMix64(seed: 57)
    var (machines, refusals) = (0, 0)
    for index in 0..<10_000 {
      do throws(DiagramProblem) {
        let text = MutatedDiagram.texts[index % 3].text.mutated(&random)
        switch index % 3 {
        case 0: _ = try DiagramMachine(DiagramChart.mermaid(text, name: "x")).definition(page: "x")
        case 1: _ = try SCXMLFiles.machine(text, name: "x", folder: "/nowhere", page: "x")
        default:
          let page = try MarkdownDiagrams(text)
          for block in page.blocks { _ = try DiagramChart.mermaid(in: page, block, name: "x") }
        }
        machines += 1
      } catch {
        refusals += 1
        #expect(error.line >= 1 && error.column >= 1 && !error.cause.isEmpty && !error.cure.isEmpty)
      }
    }
    #expect(machines > 1000 && refusals > 1000, "\(machines) \(refusals)")
  }

  @Test("hostile sizes end quickly: deep, long and wide files, and entities")
  func sizes() {
    let deep = String(repeating: "<state>", count: 100_000)
    let brackets = String(repeating: "(", count: 60_000)
    let texts = [
      deep, "<scxml><state id='a'><transition cond='\(brackets)'/></state></scxml>",
      "<scxml>" + String(repeating: "<state/>", count: 10_001) + "</scxml>",
      "<!DOCTYPE lolz [<!ENTITY lol \"lol\">]><scxml>&lol;</scxml>",
    ]
    for text in texts {
      do throws(DiagramProblem) {
        let (_, losses) = try SCXMLFiles.machine(text, name: "x", folder: "/nowhere", page: "x")
        #expect(!losses.isEmpty)
      } catch {
        #expect(error.line == 1)
      }
    }
    let arrows = "stateDiagram-v2\n" + String(repeating: "a --> b : e\n", count: 50_001)
    #expect(throws: DiagramProblem.self) { try DiagramChart.mermaid(arrows, name: "x") }
  }
}
