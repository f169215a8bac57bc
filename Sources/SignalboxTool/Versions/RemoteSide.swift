import Exploration
import Statecharts
import Traces
import ViewModels
import Worker

/// A machine of another version of the tool, which is driven there.
final class RemoteSide: ComparedSide {
  typealias Failure = Diagnostic

  let definitionHash: String
  let parts: [DefinitionPart]
  let shownFields: [String]?
  let rowKeys: [String: String]
  /// A question and its answer take longer than a step, and of so many pairs no line comes near the limit.
  let stride = 64

  private let tool: OtherTool
  private let opening: SideOpening
  /// What the other is told with the next steps.
  private var forgotten: [Int] = []

  /// Opens a machine there; the one that was open goes.
  init(_ machine: String, of tool: OtherTool, _ reach: MoveDomain) throws(Diagnostic) {
    self.tool = tool
    let question = [Member("machine", .string(machine)), Member("reach", reach.wire)]
    (definitionHash, opening, parts, shownFields, rowKeys) = try tool.ask(.open, question) {
      (answer) throws(Wire.Problem) in
      let parts = try answer.member("parts").elements
      return (
        try answer.member("definition").text,
        try SideOpening(wire: answer),
        try parts.read { (part) throws(Wire.Problem) in try DefinitionPart(wire: part) },
        try answer.optional("shown")?.ifAny?.elements.read { (name) throws(Wire.Problem) in try name.text },
        try answer.optional("keys")?.textsByName ?? [:]
      )
    }
  }

  func begin() -> SideOpening { opening }

  func offers(at places: [Int]) throws(Diagnostic) -> [[Stimulus]] {
    try tool.ask(.offers, [Member("places", .list(places.map(Value.int)))]) { (answer) throws(Wire.Problem) in
      try answer.member("offers").elements(places.count...places.count, of: "an array for each place")
        .read { (offers) throws(Wire.Problem) in
          try offers.elements.read { (offer) throws(Wire.Problem) in try Stimulus(wire: offer) }
        }
    }
  }

  func take(_ steps: [SideStep]) throws(Diagnostic) -> [SideStep.Result?] {
    let question = [
      Member("steps", .list(steps.map { $0.wire ?? .null })), Member("forget", .list(forgotten.map(Value.int))),
    ]
    forgotten = []
    return try tool.ask(.steps, question) { (answer) throws(Wire.Problem) in
      try answer.member("steps").elements(steps.count...steps.count, of: "an answer for each step")
        .read { (result) throws(Wire.Problem) in
          try result.ifAny.map { (result) throws(Wire.Problem) in try SideStep.Result(wire: result) }
        }
    }
  }

  func forget(_ places: [Int]) { forgotten += places }
}
