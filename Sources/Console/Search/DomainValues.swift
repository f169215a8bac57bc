import Statecharts
import Traces
import ViewModels

/// The values that a search gives one thing, in place of its samples: `name="",$messy`.
struct DomainValues: Sendable {
  let name: String
  let values: [Value]

  /// The name in `NAME=VALUE,VALUE…`.
  static func name(of text: String) -> String { String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") })) }

  /// Reads `NAME=VALUE,VALUE…`.
  ///
  /// - Throws: what is wrong, with its place in the text: a name that no control, input, field or service has, no value, one that
  ///   what is named cannot take, and a secret that is written out.
  init(_ text: String, in scene: Scene) throws(Mistake) {
    let name = Self.name(of: text)
    self.name = name
    values = try DomainValues.values(in: text, for: try scene.taker(named: name), scene.names)
  }

  /// The values that a domain of the machine declares.
  ///
  /// - Throws: what is wrong, as for those that are written.
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

  /// A value; `$name` is the taker's own sample, else anybody's.
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

/// What is given values by a search.
private struct Taker {
  let name: Name
  let shape: Shape

  /// Returns a value as it takes it.
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
  /// Returns the value that it is for something of a machine.
  ///
  /// - Throws: that no sample has the name, or several have it and none is the thing's own.
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
  /// Returns what has a name.
  ///
  /// - Throws: that nothing has it.
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
  /// Whether it is no number that nobody can scroll to.
  fileprivate var isFinite: Bool { if case .double(let number) = self { number.isFinite } else { true } }
}
