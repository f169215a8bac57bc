import Statecharts
import Traces
import ViewModels
import Worker

extension Stimulus {
  /// Between two versions: an array of the verb and what it is given. Nil for what no search for differences does.
  var wire: Value? {
    switch self {
    case .set(let control, let value): ["set", .string(control), value]
    case .paste(let control, let text): ["paste", .string(control), .string(text)]
    case .type(let control, let text): ["type", .string(control), .string(text)]
    case .erase(let control, let count): ["erase", .string(control), .int(count)]
    case .focus(let control): ["focus", .string(control)]
    case .blur: ["blur"]
    case .pressReturn: ["return"]
    case .tap(let control, let value): ["tap", .string(control), value.listed]
    case .dismiss(let button): ["dismiss", button.map(Value.string) ?? .null]
    case .back: ["back"]
    case .send(let input, let value): ["send", .string(input), value.listed]
    case .assign(let field, let value): ["assign", .string(field), value]
    case .advance(let milliseconds): ["advance", milliseconds.map(Value.int) ?? .null]
    case .fire(let work): ["fire", .string(work)]
    case .settle: ["settle"]
    case .reply, .service, .observers, .restart: nil
    }
  }

  init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(1...3, of: "a stimulus")
    let verb = try parts[0].text
    switch (verb, parts.count) {
    case ("set", 3): self = .set(control: try parts[1].text, parts[2])
    case ("paste", 3): self = .paste(control: try parts[1].text, try parts[2].text)
    case ("type", 3): self = .type(control: try parts[1].text, try parts[2].text)
    case ("erase", 3): self = .erase(control: try parts[1].text, count: try parts[2].number)
    case ("focus", 2): self = .focus(control: try parts[1].text)
    case ("blur", 1): self = .blur
    case ("return", 1): self = .pressReturn
    case ("tap", 3): self = .tap(control: try parts[1].text, try parts[2].elements(0...1, of: "a value or none").first)
    case ("dismiss", 2): self = .dismiss(button: try parts[1].ifAny?.text)
    case ("back", 1): self = .back
    case ("send", 3): self = .send(input: try parts[1].text, try parts[2].elements(0...1, of: "a value or none").first)
    case ("assign", 3): self = .assign(field: try parts[1].text, parts[2])
    case ("advance", 2): self = .advance(milliseconds: try parts[1].ifAny?.number)
    case ("fire", 2): self = .fire(work: try parts[1].text)
    case ("settle", 1): self = .settle
    default: throw wire.wrong("a stimulus")
    }
  }
}
