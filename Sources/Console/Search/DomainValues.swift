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
    var scanner = ValueScanner(text)
    let name = Self.name(of: text)
    scanner.move(to: name.utf8.count)
    guard scanner.skip("=") else {
      throw Mistake(
        column: scanner.column, sentence: "'\(name)' has no values; write 'NAME=VALUE,VALUE'", code: "E1077")
    }
    let takers = scene.takers
    guard let taker = takers.first(where: { $0.name.hasBytes(of: name) }) else {
      let nearest = Word(text: name, column: 1).nearest(among: takers.map(\.name))
      let advice = nearest.map { "did you mean '\($0)'?" } ?? "'screen' shows the controls"
      throw Mistake(
        column: 1, sentence: "no control, input, field or service is called '\(name)'; \(advice)", code: "E1071")
    }
    self.name = name
    values = try DomainValues.values(&scanner, for: taker, scene.names)
  }

  private static func values(
    _ scanner: inout ValueScanner, for taker: Taker, _ names: NamedValues
  ) throws(Mistake) -> [Value] {
    var values: [Value] = []
    repeat {
      scanner.skipBlanks()
      let column = scanner.column
      guard !scanner.isAtEnd else {
        throw Mistake(column: column, sentence: "the domain of '\(taker.name)' is empty; write a value", code: "E1076")
      }
      let isReference = scanner.next == UInt8(ascii: "$")
      let value = try value(&scanner, of: taker.name, names)
      guard taker.shape.admits(value), value.isFinite else {
        let example = taker.shape.example
        throw Mistake(
          column: column, sentence: "'\(taker.name)' cannot take that value; it takes \(example)", code: "E1073")
      }
      guard isReference || !taker.shape.isSecret else {
        throw Mistake(
          column: column, sentence: "'\(taker.name)' is secret; name one of its samples, as in '$right'", code: "E1078")
      }
      values.append(taker.shape.isSecret && !value.holdsSecret ? .secret(value) : value)
      scanner.skipBlanks()
    } while scanner.skip(",")
    guard scanner.isAtEnd else {
      throw Mistake(.malformed(scanner.expected("a ','")), column: scanner.column)
    }
    return values
  }

  /// A value; `$name` is the taker's own sample, else anybody's.
  private static func value(
    _ scanner: inout ValueScanner, of owner: String, _ names: NamedValues
  ) throws(Mistake) -> Value {
    let own = names.entries.filter { $0.owner?.hasBytes(of: owner) ?? false }
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
  let name: String
  let shape: Shape
}

extension Scene {
  fileprivate var takers: [Taker] {
    let controls = knownControls.compactMap { control -> Taker? in
      switch control.kind {
      case .text: Taker(name: control.name, shape: .string)
      case .secureText: Taker(name: control.name, shape: .secret(.string))
      case .scroll: Taker(name: control.name, shape: .double)
      case .button: control.takes.map { Taker(name: control.name, shape: $0) }
      case .label, .badge, .refresh, .banner, .list: nil
      }
    }
    return controls + machine.inputs.map { Taker(name: $0.name, shape: $0.shape) }
      + machine.services(of: snapshot).map { Taker(name: $0.name, shape: $0.outputShape) }
      + fields.filter(\.isAssignable).map { Taker(name: $0.path, shape: $0.shape) }
  }
}

extension Value {
  /// Whether it is no number that nobody can scroll to.
  fileprivate var isFinite: Bool { if case .double(let number) = self { number.isFinite } else { true } }
}
