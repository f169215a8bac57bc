import SeededRandom

/// Diagrams to mutate, for tests and the soak.
package enum MutatedDiagram {
  /// By the ending of their files.
  package static let texts: [(ending: String, text: String)] = [("mmd", mermaid), ("scxml", scxml), ("md", page)]

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

  fileprivate static let pieces = [
    "[*]", "-->", "{", "}", "--", "<<choice>>", "<<fork>>", ":", "[", "]", "/", "state ", "note right of ", "<", ">",
    "&",
    "&#", "\"", "<state>", "</state>", "<!DOCTYPE x [<!ENTITY a \"b\">]>", "<![CDATA[", "```", "\n", " ", "idle",
    "initial=\"a\"", "target=\"zz\"", "(((((", "!!!!", "In('a')", "1e999", "\u{0}", "é", "\u{301}",
    "after 9999999999999h",
  ]
}

extension String {
  /// The text with a few pieces removed, repeated or added.
  package func mutated(_ random: inout SplitMix64) -> String {
    var bytes = Array(utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      default: bytes.insert(contentsOf: Array(MutatedDiagram.pieces.randomElement(using: &random)!.utf8), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
