import Console
import Exploration
import Statecharts
import Traces
import ViewModels
import Worker

/// A machine driven in another version of the tool.
final class RemoteSide: ComparedSide {
  typealias Failure = Diagnostic

  let definitionHash: String
  let parts: [DefinitionPart]
  let shownFields: [Name]?
  let rowKeys: [Name: Name]
  /// A round trip costs more than a step; this batch stays below the line limit.
  let stride = 64

  /// An older tool may not support the request.
  let untried: Untried? = nil

  private let tool: OtherTool
  private let opening: SideOpening
  /// Places to free; sent with the next steps.
  private var forgotten: [Int] = []

  /// Opens the machine there and closes the one open before.
  init(_ machine: String, of tool: OtherTool, _ reach: MoveDomain) throws(Diagnostic) {
    self.tool = tool
    let question = [Member("machine", .string(machine)), Member("reach", reach.wire)]
    (definitionHash, opening, parts, shownFields, rowKeys) = try tool.ask(.open, question) {
      (answer) throws(Wire.Problem) in
      let parts = try answer.member("parts").elements
      return (
        try answer.member("definition").text,
        try SideOpening(wire: answer),
        try parts.map(DefinitionPart.init(wire:)),
        try answer.optional("shown")?.ifAny?.elements.map { (name) throws(Wire.Problem) in Name(try name.text) },
        try answer.optional("keys")?.namesByName ?? [:]
      )
    }
  }

  func begin() -> SideOpening { opening }

  func offers(at places: [Int]) throws(Diagnostic) -> [[Stimulus]] {
    try tool.ask(.offers, [Member("places", .list(places.map(Value.int)))]) { (answer) throws(Wire.Problem) in
      try answer.member("offers").elements(places.count...places.count, of: "an array for each place")
        .map { (offers) throws(Wire.Problem) in try offers.elements.map(Stimulus.init(wire:)) }
    }
  }

  func take(_ steps: [SideStep], beside others: [SideStep.Result?]) throws(Diagnostic) -> [SideStep.Result?] {
    let question = [
      Member("steps", .list(steps.map { $0.wire ?? .null })), Member("forget", .list(forgotten.map(Value.int))),
    ]
    forgotten = []
    return try tool.ask(.steps, question) { (answer) throws(Wire.Problem) in
      try answer.member("steps").elements(steps.count...steps.count, of: "an answer for each step")
        .map { (result) throws(Wire.Problem) in try result.ifAny.map(SideStep.Result.init(wire:)) }
    }
  }

  func forget(_ places: [Int]) { forgotten += places }
}

/// This version's machine spells the commands of the other's.
struct RemoteTeller: ScriptTeller {
  let machine: Machine
  let tool: OtherTool

  var name: String { "base-\(machine.title)" }

  func transcript(of commands: [String], titled title: String) throws -> ScriptFile.Telling {
    let question = [
      Member("machine", .string(machine.title.text)), Member("title", .string(title)),
      Member("commands", .list(commands.map(Value.string))),
    ]
    return try tool.ask(.transcript, question) { (answer) throws(Wire.Problem) in
      if let reason = try answer.optional("refused")?.text { return .refused(reason: reason) }
      return .text(try answer.member("transcript").text)
    }
  }
}

extension Stimulus {
  /// Nil for stimuli that a comparison never uses.
  var wire: Value? {
    switch self {
    case .set(let control, let value): ["set", .string(control), value]
    case .paste(let control, let text): ["paste", .string(control), .string(text)]
    case .type(let control, let text): ["type", .string(control), .string(text)]
    case .erase(let control, let count): ["erase", .string(control), .int(count)]
    case .compose(let control, let text): ["compose", .string(control), .string(text)]
    case .commit(let control): ["commit", control.map(Value.string) ?? .null]
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
    case ("compose", 3): self = .compose(control: try parts[1].text, try parts[2].text)
    case ("commit", 2): self = .commit(control: try parts[1].ifAny?.text)
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
