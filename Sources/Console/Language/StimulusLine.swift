import Recordings
import Statecharts
import Traces
import ViewModels

extension Machine {
  /// Returns the transcript command, with secrets by sample name; nil if it cannot be written.
  package func line(for stimulus: Stimulus, isHeld: Bool = false) -> String? {
    StimulusLines(self).line(for: stimulus, isHeld: isHeld)
  }
}

/// The commands for stimuli of one machine. Reuse it, since creating it reads all samples.
package struct StimulusLines {
  private let names: NamedValues

  package init(_ machine: Machine) { self.init(NamedValues(machine.sampleEntries)) }

  init(_ names: NamedValues) { self.names = names }

  /// Like `Machine.line(for:isHeld:)`.
  package func line(for stimulus: Stimulus, isHeld: Bool = false) -> String? {
    line(stimulus).map { ((isHeld ? "hold " : "") + $0).escaped }
  }

  private func line(_ stimulus: Stimulus) -> String? {
    let words = stimulus.words
    switch stimulus {
    case .set(let owner, let value), .assign(let owner, let value): return with(words, value, of: owner)
    case .paste(let owner, let text), .type(let owner, let text), .compose(let owner, let text):
      return with(words, .string(text), of: owner)
    case .tap(let owner, let value), .send(let owner, let value), .reply(let owner, _, let value):
      return with(words, value, of: owner)
    case .dismiss(let button): return with(words, button.map(Value.string), of: words)
    case .erase(_, let count): return "\(words) \(count)"
    case .advance(let milliseconds?): return "\(words) \(VirtualDuration(milliseconds: milliseconds))"
    case .service(let name, let behaviour): return line(words, behaviour, of: name)
    case .observers(let isReversed):
      return "\(words) \((isReversed ? SearchDomain.ObserverOrder.reversed : .registered).rawValue)"
    case .commit, .focus, .blur, .pressReturn, .back, .advance(nil), .fire, .settle, .restart: return words
    }
  }

  /// Nil for the default behaviour, which no command sets.
  private func line(_ words: String, _ behaviour: ServiceBehaviour, of service: String) -> String? {
    if behaviour == ServiceBehaviour() { return nil }
    let delay = behaviour.delay.map { " \(VirtualDuration(milliseconds: $0))" } ?? ""
    let flags = (behaviour.isLate ? " late" : "") + (behaviour.isOnce ? " once" : "")
    let command = words + delay
    let answered: String? =
      switch behaviour.answer {
      case .defined: command
      case .never: "\(command) never"
      case .manual: "\(command) manual"
      case .outcome(let outcome, let value): with("\(command) \(outcome.rawValue)", value, of: service)
      case .twice(let outcome, let value): with("\(command) twice \(outcome.rawValue)", value, of: service)
      }
    return answered.map { $0 + flags }
  }

  private func with(_ command: String, _ value: Value?, of owner: String) -> String? {
    guard let value else { return command }
    guard value.holdsSecret else {
      return "\(command) \(ValuePrinter(.literal, names: names).text(of: value, for: owner))"
    }
    return names.reference(to: value, of: owner).map { "\(command) \($0)" }
  }
}

extension Stimulus {
  var words: String {
    switch self {
    case .set(let control, _): "set \(control.spelled)"
    case .paste(let control, _): "paste \(control.spelled)"
    case .type(let control, _): "type \(control.spelled)"
    case .erase(let control, _): "erase \(control.spelled)"
    case .compose(let control, _): "compose \(control.spelled)"
    case .commit(let control): control.map { "commit \($0.spelled)" } ?? "commit"
    case .focus(let control): "focus \(control.spelled)"
    case .blur: "blur"
    case .pressReturn: "return"
    case .tap(let control, _): "tap \(control.spelled)"
    case .dismiss: "dismiss"
    case .back: "back"
    case .send(let input, _): "send \(input.spelled)"
    case .assign(let field, _): "assign \(field.spelled)"
    case .reply(let request, let outcome, _): "reply \(request.spelled) \(outcome.rawValue)"
    case .service(let name, _): "service \(name.spelled)"
    case .observers: "observers"
    case .advance: "advance"
    case .fire(let work): "fire \(work.spelledWords)"
    case .settle: "settle"
    case .restart: "restart"
    }
  }
}
