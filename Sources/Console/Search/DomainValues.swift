import Traces
import ViewModels

/// Values that replace a search's samples: `name="",$messy`.
struct DomainValues: Sendable {
  let name: String
  let values: [Value]

  static func name(of text: String) -> String { String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") })) }

  /// - Throws: A mistake for an unknown name, missing values, a wrong type or a literal secret.
  init(_ text: String, in scene: Scene) throws(Mistake) {
    let name = Self.name(of: text)
    self.name = name
    values = try DomainValues.values(in: text, for: try scene.taker(named: name), scene.names)
  }

  /// - Throws: The mistakes of the other initializer.
  init(of name: String, _ choices: [SearchDomain.Choice], in scene: Scene) throws(Mistake) {
    let taker = try scene.taker(named: name)
    if choices.isEmpty { throw taker.lacksValues(column: 1) }
    self.name = name
    var values: [Value] = []
    for choice in choices {
      let isSample = if case .sample = choice { true } else { false }
      values.append(try taker.taking(try choice.value(for: name, of: scene.machine), isSample: isSample, column: 1))
    }
    self.values = values
  }

  private static func values(
    in text: String, for taker: Taker, _ names: NamedValues
  ) throws(Mistake) -> [Value] {
    var scanner = ValueScanner(text)
    scanner.move(to: taker.name.utf8.count)
    guard scanner.skip("=") else {
      throw Mistake(
        column: scanner.column, sentence: "'\(taker.name)' has no values; write 'NAME=VALUE,VALUE'", code: "E1077")
    }
    var values: [Value] = []
    repeat {
      scanner.skipBlanks()
      let column = scanner.column
      guard !scanner.isAtEnd else { throw taker.lacksValues(column: column) }
      let isSample = scanner.next == UInt8(ascii: "$")
      let value = try value(&scanner, of: taker.name, names)
      values.append(try taker.taking(value, isSample: isSample, column: column))
      scanner.skipBlanks()
    } while scanner.skip(",")
    guard scanner.isAtEnd else {
      throw Mistake(.malformed(scanner.expected("a ','")), column: scanner.column)
    }
    return values
  }

  /// The recipient's own samples have priority.
  private static func value(
    _ scanner: inout ValueScanner, of owner: Name, _ names: NamedValues
  ) throws(Mistake) -> Value {
    let own = names.entries.filter { $0.owner.map { owner == $0 } ?? false }
    var probe = scanner
    if let value = try? probe.value(names: NamedValues(own)) {
      scanner = probe
      return value
    }
    do throws(TextError) {
      return try scanner.value(names: names)
    } catch {
      throw Mistake(.malformed(error), column: error.column)
    }
  }
}

private struct Taker {
  let name: Name
  let shape: Shape

  /// Checks a value, and wraps it if it is secret.
  func taking(_ value: Value, isSample: Bool, column: Int) throws(Mistake) -> Value {
    guard shape.admits(value), value.isFinite else {
      throw Mistake(
        column: column, sentence: "'\(name)' cannot take that value; it takes \(shape.example)", code: "E1073")
    }
    guard isSample || !shape.isSecret else {
      throw Mistake(
        column: column, sentence: "'\(name)' is secret; name one of its samples, as in '$right'", code: "E1078")
    }
    return shape.isSecret && !value.holdsSecret ? .secret(value) : value
  }

  func lacksValues(column: Int) -> Mistake {
    Mistake(column: column, sentence: "the domain of '\(name)' is empty; write a value", code: "E1076")
  }
}

extension SearchDomain.Choice {
  /// - Throws: A mistake if the name is unknown or ambiguous; the owner's own sample has priority.
  func value(for owner: String, of machine: Machine) throws(Mistake) -> Value {
    switch self {
    case .value(let value): return value
    case .sample(let name):
      let samples = machine.samples.filter { $0.name == name }
      if let own = samples.first(where: { $0.owner == owner }) { return own.value }
      guard let sample = samples.first, samples.count == 1 else {
        throw Mistake(
          .unknown(.value, name, nearest: NearestWord.find(name, among: machine.samples.map(\.name.text))), column: 1)
      }
      return sample.value
    }
  }
}

extension Scene {
  fileprivate func taker(named name: String) throws(Mistake) -> Taker {
    let takers = takers
    if let taker = takers.first(where: { $0.name == name }) { return taker }
    let nearest = Word(text: name, column: 1).nearest(among: takers.map(\.name.text))
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "'screen' shows the controls"
    throw Mistake(
      column: 1, sentence: "no control, input, field or service is called '\(name)'; \(advice)", code: "E1071")
  }

  private var takers: [Taker] {
    let controls = knownControls.compactMap { control -> Taker? in
      switch control.kind {
      case .text: Taker(name: control.name, shape: .string)
      case .secureText: Taker(name: control.name, shape: .secret(.string))
      case .scroll: Taker(name: control.name, shape: .double)
      case .button: control.takes.map { Taker(name: control.name, shape: $0) }
      case .label, .badge, .refresh, .banner, .list: nil
      }
    }
    return controls + (machine.inputs + machine.sentInputs).map { Taker(name: $0.name, shape: $0.shape) }
      + machine.services(of: snapshot).map { Taker(name: $0.name, shape: $0.outputShape) }
      + fields.filter(\.isAssignable).map { Taker(name: $0.path, shape: $0.shape) }
  }
}

extension Value {
  /// Scrolling accepts only finite numbers.
  fileprivate var isFinite: Bool { if case .double(let number) = self { number.isFinite } else { true } }
}
