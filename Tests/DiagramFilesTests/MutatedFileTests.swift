import SeededRandom
import Statecharts
import Testing

@testable import DiagramFiles

/// Whatever a file holds, its reader ends with a chart or with located errors.
struct MutatedFileTests {
  private static let mermaid = """
    stateDiagram-v2
      [*] --> idle
      state "Paying" as paying {
        [*] --> card
        card --> cash : swap [has "cash"] / beep, log(1)
        --
        left --> [*]
      }
      state c <<choice>>
      idle --> c : pay / show
      c --> paying : [valid]
      c --> idle : [else]
      paying --> idle : after 5s
      note right of idle
        entry / beep
      end note
    """

  private static let scxml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a" datamodel="ecmascript">
      <datamodel><data id="n" expr="[1, {x: 'y'}]"/></datamodel>
      <state id="a"><onentry><send event="t" delay="1s" id="t1"/><assign location="n[0]" expr="n.length + 1"/></onentry>
        <transition event="go t.*" cond="!_event.data.ok &amp;&amp; n[0] &lt; 3" target="b h"/></state>
      <parallel id="b"><history id="h" type="deep"><transition target="c"/></history><state id="c"/>
        <state id="d"><invoke><content><scxml><final id="f"><donedata><param name="p" expr="1"/></donedata></final></scxml>
        </content></invoke></state></parallel>
      <!-- text --><final id="e"/>
    </scxml>
    """

  private static let page =
    "# Page\n\n<!-- signalbox: login -->\n```mermaid\nstateDiagram-v2\n[*] --> a\na --> b : go\n```\nText\n"

  private static let pieces = [
    "[*]", "-->", "{", "}", "--", "<<choice>>", "<<fork>>", ":", "[", "]", "/", "state ", "note right of ", "<", ">",
    "&",
    "&#", "\"", "<state>", "</state>", "<!DOCTYPE x [<!ENTITY a \"b\">]>", "<![CDATA[", "```", "\n", " ", "idle",
    "initial=\"a\"", "target=\"zz\"", "(((((", "!!!!", "In('a')", "1e999", "\u{0}", "é", "\u{301}",
    "after 9999999999999h",
  ]

  private func mutated(_ text: String, _ random: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      default: bytes.insert(contentsOf: Array(Self.pieces.randomElement(using: &random)!.utf8), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("10,000 mutated files give a machine or located errors")
  func files() {
    var random = SplitMix64(seed: 57)
    var (machines, refusals) = (0, 0)
    for index in 0..<10_000 {
      do throws(DiagramProblem) {
        let text = mutated([Self.mermaid, Self.scxml, Self.page][index % 3], &random)
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
