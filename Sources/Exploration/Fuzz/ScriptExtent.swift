import Statecharts
import Traces
import ViewModels

/// The size of a script; shrinking prefers the smaller one.
struct ScriptExtent: Comparable {
  private var commands = 0
  private var held = 0
  /// The sum of row numbers.
  private var rows = 0
  /// How far the outcomes are from success.
  private var outcomes = 0
  private var bytes = 0
  private var milliseconds = 0

  static func < (one: ScriptExtent, other: ScriptExtent) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }

  private var parts: [Int] { [commands, held, rows, outcomes, bytes, milliseconds] }

  fileprivate init() {}

  fileprivate mutating func add(_ driven: DrivenStimulus) {
    commands += 1
    held += driven.isHeld ? 1 : 0
    switch driven.stimulus {
    case .set(let control, let value): add(control, value)
    case .paste(let control, let text), .type(let control, let text), .compose(let control, let text):
      add(control, .string(text))
    case .erase(let control, _), .focus(let control): add(control, nil)
    case .tap(let control, let value), .send(let control, let value): add(control, value)
    case .assign(let field, let value): add(field, value)
    case .reply(_, let outcome, let value):
      outcomes += Outcome.allCases.firstIndex(of: outcome) ?? 0
      add("", value)
    case .advance(let time): milliseconds += time ?? 0
    case .commit(let control): add(control ?? "", nil)
    case .blur, .pressReturn, .dismiss, .back, .service, .observers, .fire, .settle, .restart: break
    }
  }

  private mutating func add(_ name: String, _ value: Value?) {
    rows += name.rowNumbers
    bytes += value?.canonicalBytes.count ?? 0
  }
}

extension Sequence<DrivenStimulus> {
  var extent: ScriptExtent { reduce(into: ScriptExtent()) { $0.add($1) } }
}

extension Stimulus {
  var extent: ScriptExtent { [DrivenStimulus(self)].extent }

  /// Without row and instance numbers, so that equal moves in different rows count together.
  var withoutNumbers: Stimulus {
    switch self {
    case .set(let control, let value): .set(control: control.withoutNumbers, value)
    case .paste(let control, let text): .paste(control: control.withoutNumbers, text)
    case .type(let control, let text): .type(control: control.withoutNumbers, text)
    case .erase(let control, let count): .erase(control: control.withoutNumbers, count: count)
    case .compose(let control, let text): .compose(control: control.withoutNumbers, text)
    case .commit(let control): .commit(control: control?.withoutNumbers)
    case .focus(let control): .focus(control: control.withoutNumbers)
    case .tap(let control, let value): .tap(control: control.withoutNumbers, value)
    case .send(let input, let value): .send(input: input.withoutNumbers, value)
    case .assign(let field, let value): .assign(field: field.withoutNumbers, value)
    case .reply(let request, let outcome, let value): .reply(request: request.withoutNumbers, outcome, value)
    case .fire(let work): .fire(work: work.withoutNumbers)
    case .blur, .pressReturn, .dismiss, .back, .service, .observers, .advance, .settle, .restart: self
    }
  }

  /// Whether both target the same control, in any row, or the same request; values may differ.
  func isLike(_ other: Stimulus) -> Bool {
    if case .reply(let own, _, _) = self, case .reply(let name, _, _) = other {
      return Name(own) == name
    }
    return switch (withoutNumbers, other.withoutNumbers) {
    case (.set(let own, _), .set(let name, _)), (.tap(let own, _), .tap(let name, _)),
      (.send(let own, _), .send(let name, _)), (.assign(let own, _), .assign(let name, _)),
      (.focus(let own), .focus(let name)):
      Name(own) == name
    default: false
    }
  }
}

extension String {
  fileprivate var rowNumbers: Int {
    utf8.split(separator: UInt8(ascii: "[")).dropFirst().map { part in
      Int(Substring(part.prefix { $0.isDigit })) ?? 0
    }.reduce(0, +)
  }
}
