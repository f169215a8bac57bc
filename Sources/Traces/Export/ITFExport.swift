import Turns

/// A run in the Informal Trace Format of Apalache and Quint: the state behind each command, with the command that led there.
///
/// https://apalache-mc.org/docs/adr/015adr-trace.html. Every state has the same five variables, because fields and regions come
/// and go with their pages.
package struct ITFExport {
  /// The variables of each state.
  enum Variable: String, CaseIterable {
    /// The command, as a transcript holds it; empty for the first state.
    case action
    /// Virtual milliseconds since the machine was opened.
    case time
    /// The state of each region, as a function of its name.
    case regions
    /// The requests under way in the order of their starts, each with its name and input.
    case requests
    case fields
  }

  static let description = "https://apalache-mc.org/docs/adr/015adr-trace.html"

  private let run: TracedRun

  package init(_ run: TracedRun) { self.run = run }

  /// Hands on the lines, without their ends: one state each.
  package func write<Stop>(_ line: (String) throws(Stop) -> Void) throws(Stop) {
    let header = run.trace.header
    let about: [Member] = [
      Member("format", "ITF"), Member("format-description", .string(Self.description)),
      Member("machine", .string(header.machine)), Member("definition", .string(header.definition)),
      Member("case", .string(header.title)),
    ]
    let variables = Value.list(Variable.allCases.map { .string($0.rawValue) })
    try line(##"{"#meta":\##(Self.text(.record(about))),"vars":\##(Self.text(variables)),"states":["##)
    var state = TraceState(header)
    var requests = RequestsUnderWay()
    var before: String?
    for (number, step) in run.steps.enumerated() {
      if let before { try line(before + ",") }
      for turn in run.trace.turns[step.turns] {
        state.apply(turn)
        requests.apply(turn)
      }
      let time = step.turns.isEmpty ? step.time : run.trace.turns[step.turns.upperBound - 1].time
      before = text(of: number, step.command, at: time, state, requests)
    }
    if let before { try line(before) }
    try line("]}")
  }

  private func text(
    of number: Int, _ command: String, at time: Int, _ state: TraceState, _ requests: RequestsUnderWay
  ) -> String {
    var writer = JSONWriter()
    writer.object {
      $0.key("#meta")
      $0.value(["index": .int(number)])
      for variable in Variable.allCases {
        $0.key(variable.rawValue)
        switch variable {
        case .action: $0.string(command)
        case .time: $0.itf(.int(time))
        case .regions: $0.itf(map: state.phase.map { Member($0.region, .string($0.state)) })
        case .requests: $0.itf(.list(requests.all.map { ["name": .string($0.name), "input": $0.input] }))
        case .fields: $0.itf(.record(state.fields))
        }
      }
    }
    return writer.text
  }

  private static func text(_ value: Value) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }
}

extension JSONWriter {
  /// Writes a value as an expression of ITF.
  ///
  /// | value | written |
  /// |---|---|
  /// | a whole number | `{"#bigint":"5"}` |
  /// | none | `{"tag":"None","value":{"#tup":[]}}` |
  /// | a case of an enumeration | `{"tag":"failed","value":{"code":…}}`, without labels `{"#tup":[…]}` |
  /// | a record | an object; where a name begins with `#`, or repeats, `{"#map":[["name",…]]}` |
  /// | a secret, a number with a point, a reference, a signal | `{"#unserializable":"1.5"}` |
  fileprivate mutating func itf(_ value: Value) {
    switch value {
    case .null: variant("None", .list([]))
    case .bool(let bool): self.bool(bool)
    case .int(let int): tagged("#bigint") { $0.string(String(int)) }
    case .string(let text): string(text)
    case .list(let values): array { for value in values { $0.itf(value) } }
    case .record(let members): itf(record: members)
    case .enumeration(let name, let members):
      let isLabelled = !members.isEmpty && members.allSatisfy { !$0.name.isEmpty }
      variant(name, isLabelled ? .record(members) : .list(members.map(\.value)))
    case .double, .secret, .reference, .weak, .signal:
      tagged("#unserializable") { $0.string(ValuePrinter(.literal).text(of: value)) }
    }
  }

  fileprivate mutating func itf(map members: [Member]) {
    tagged("#map") { writer in
      writer.array {
        for member in members {
          $0.array {
            $0.string(member.name)
            $0.itf(member.value)
          }
        }
      }
    }
  }

  private mutating func itf(record members: [Member]) {
    let names = Set(members.map { ExactString($0.name) })
    guard names.count == members.count, !members.contains(where: { $0.name.utf8.first == UInt8(ascii: "#") }) else {
      return itf(map: members)
    }
    object {
      for member in members {
        $0.key(member.name)
        $0.itf(member.value)
      }
    }
  }

  /// Writes what an enumeration's case is; a list is what it holds without labels.
  private mutating func variant(_ name: String, _ payload: Value) {
    object {
      $0.key("tag")
      $0.string(name)
      $0.key("value")
      guard case .list(let values) = payload else { return $0.itf(payload) }
      $0.tagged("#tup") { writer in writer.array { for value in values { $0.itf(value) } } }
    }
  }

  private mutating func tagged(_ tag: String, _ content: (inout JSONWriter) -> Void) {
    object {
      $0.key(tag)
      content(&$0)
    }
  }
}
