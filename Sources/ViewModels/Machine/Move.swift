import Statecharts

/// A possible act: a stimulus with all names resolved. Valid only in the state of its resolution.
package struct Move: Sendable {
  package let stimulus: Stimulus
  let kind: Kind
  package var isOfEnvironment = false
  let navigation: Ref<Navigation>
  var control = -1

  enum Kind: Sendable {
    case edit(View.TextField, String, composed: ComposedText? = nil)
    case focus(control: Name)
    case blur
    case pressReturn
    case call(InstanceID, InputEvent, Value)
    case dismiss(AlertButton)
    case back
    case assign(InstanceID, port: Int, Value)
    /// `told` is the value with secrets masked.
    case answer(request: InstanceID, Outcome, Value, told: Value)
    case setBehaviour(service: String, ServiceBehaviour)
    case reverseObservers(Bool)
    case pass(to: Int)
    case run(work: Int)
    case settle
    case restart
  }

  enum InputEvent: Sendable {
    case numbered(EventID)
    /// Not mentioned by any chart of the program.
    case unnumbered(Name)

    init(_ name: Name, _ program: Program) {
      self = program.event(named: name).map(InputEvent.numbered) ?? .unnumbered(name)
    }
  }
}
