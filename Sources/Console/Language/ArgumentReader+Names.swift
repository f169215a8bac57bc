import Statecharts
import Traces
import ViewModels

/// A control that takes text, with how a bare word reads for it.
struct TextControl: Hashable, Sendable {
  var name: String
  var shape: Shape
}

/// A text that was read, with its canonical form.
struct ReadText: Hashable, Sendable {
  var string: String
  var text: String
}

/// A request, under way or not, of a service that there is.
struct RequestName: Hashable, Sendable {
  var name: String
  var service: String
  var outputShape: Shape

  /// Business failures and transport errors carry anything.
  func shape(of outcome: Outcome) -> Shape { outcome == .ok ? outputShape : .any }
}

extension ArgumentReader {
  mutating func control() throws(Mistake) -> ControlState {
    let scene = try scene()
    let word = try word("a control")
    if let control = scene.machine.control(named: word.text) { return control }
    if let name = scene.nameOnPage(of: word.text) {
      throw word.mistake(.unknown(.control, word.text, nearest: name))
    }
    if let field = scene.field(at: word.text) {
      throw word.mistake(.notAControl(field.path, isAssignable: field.isAssignable))
    }
    return try word.naming(.control, among: scene.knownControls, by: \.name.text)
  }

  mutating func textControl() throws(Mistake) -> TextControl {
    let scene = try scene()
    let control = try control()
    return TextControl(name: control.name.text, shape: scene.shape(ofControl: control))
  }

  /// Reads a text for a control; that of a secret has a name for its canonical form.
  mutating func text(for control: TextControl) throws(Mistake) -> ReadText {
    let read = try value(
      control.shape.isSecret ? .secret(.string) : .string, of: control.name, for: .edit(control: control.name))
    guard case .string(let string) = read.value else { throw missing("a text") }
    return ReadText(string: string, text: read.text)
  }

  /// Reads a text that belongs to no field.
  mutating func plainText() throws(Mistake) -> ReadText {
    guard !isAtEnd() else { throw missing("a text") }
    guard case .string(let string) = try wholeValue(.string, of: verb.name) else { throw missing("a text") }
    return ReadText(string: string, text: string.quoted)
  }

  mutating func request() throws(Mistake) -> RequestName {
    let scene = try scene()
    let word = try word("a request")
    let running = scene.machine.requests(of: scene.snapshot)
    let services = scene.machine.services(of: scene.snapshot)
    let request = running.first { $0.name == word.text }
    let name = request?.service ?? Name(word.text.withoutOrdinal)
    guard let service = services.first(where: { $0.name == name }) else {
      let names = running.map(\.name.text) + services.map(\.name.text)
      throw word.mistake(.unknown(.request, word.text, nearest: word.nearest(among: names)))
    }
    return RequestName(name: word.text, service: service.name.text, outputShape: service.outputShape)
  }

  mutating func outcome() throws(Mistake) -> Outcome {
    let word = try word("ok, fail or error")
    guard let outcome = Outcome(exactly: word.text) else {
      throw word.mistake(.notAnOutcome(word.text, expected: "ok, fail or error"))
    }
    return outcome
  }
}

extension Outcome {
  init?(exactly word: String) {
    guard let outcome = Outcome.allCases.first(where: { Name($0.rawValue) == word }) else { return nil }
    self = outcome
  }
}
