import Statecharts
import Traces
import ViewModels

extension Machine {
  /// Returns the command that a transcript holds for a stimulus, what must not be shown by its sample's name; nil when it
  /// has none, and for what no move is.
  public func line(for stimulus: Stimulus, isHeld: Bool = false) -> String? {
    let writer = StimulusWriter(names: NamedValues(sampleEntries))
    return writer.line(stimulus).map { ((isHeld ? "hold " : "") + $0).escaped }
  }
}

/// Writes the stimuli that moves are.
private struct StimulusWriter {
  let names: NamedValues

  func line(_ stimulus: Stimulus) -> String? {
    switch stimulus {
    case .set(let control, let value): with("set \(control.spelled)", value, of: control)
    case .paste(let control, let text): with("paste \(control.spelled)", .string(text), of: control)
    case .type(let control, let text): with("type \(control.spelled)", .string(text), of: control)
    case .erase(let control, let count): "erase \(control.spelled) \(count)"
    case .focus(let control): "focus \(control.spelled)"
    case .blur: "blur"
    case .pressReturn: "return"
    case .tap(let control, let value): with("tap \(control.spelled)", value, of: control)
    case .dismiss(let button): with("dismiss", button.map(Value.string), of: "dismiss")
    case .back: "back"
    case .send(let input, let value): with("send \(input.spelled)", value, of: input)
    case .assign(let field, let value): with("assign \(field.spelled)", value, of: field)
    case .reply(let request, let outcome, let value):
      with("reply \(request.spelled) \(outcome.rawValue)", value, of: request)
    case .service(let name, ServiceBehaviour(answer: .manual)): "service \(name.spelled) manual"
    case .observers(let isReversed): "observers \((isReversed ? ObserverOrder.reversed : .registered).rawValue)"
    case .service: nil
    case .advance(let milliseconds): "advance" + (milliseconds.map { " \(VirtualDuration(milliseconds: $0))" } ?? "")
    case .fire(let work): "fire \(work.spelledWords)"
    case .settle: "settle"
    }
  }

  private func with(_ command: String, _ value: Value?, of owner: String) -> String? {
    guard let value else { return command }
    guard value.holdsSecret else {
      return "\(command) \(ValuePrinter(.literal, names: names).text(of: value, for: owner))"
    }
    return names.reference(to: value, of: owner).map { "\(command) \($0)" }
  }
}
