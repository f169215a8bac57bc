import Statecharts

/// One act that is possible now: a stimulus resolved against a snapshot, with no name left to look up.
///
/// It is valid only in the state in which it was resolved.
package struct Move: Sendable {
  /// How it is spelled.
  package let stimulus: Stimulus
  let kind: Kind
  /// Whether nobody who looks at the screen makes it: the environment calls an input.
  package var isOfEnvironment = false
  let navigation: Ref<Navigation>
  /// The number of the control that it uses; -1 for none.
  var control = -1

  enum Kind: Sendable {
    /// A text field of the page takes a text, of which a part may be composed.
    case edit(View.TextField, String, composed: ComposedText? = nil)
    /// A text field begins to be edited; the navigation keeps its control's name.
    case focus(control: Name)
    /// The text field that is being edited ends.
    case blur
    case pressReturn
    /// An input of a view model is called.
    case call(InstanceID, InputEvent, Value)
    /// The alert goes, and the view model behind it is told.
    case dismiss(owner: InstanceID, AlertButton)
    /// The top page goes.
    case back
    case assign(InstanceID, port: Int, Value)
    /// A request is answered; what is told of the value may hide it.
    case answer(request: InstanceID, Outcome, Value, told: Value)
    /// A service answers in another way; the snapshot keeps its name.
    case setBehaviour(service: String, ServiceBehaviour)
    case reverseObservers(Bool)
    /// Time passes up to a moment.
    case pass(to: Int)
    /// A piece of work runs, by its place in the order.
    case run(work: Int)
    case settle
    /// The app ends and is opened again.
    case restart
  }

  /// An input as charts know it.
  enum InputEvent: Sendable {
    case numbered(EventID)
    /// One that no chart of the program mentions.
    case unnumbered(Name)

    init(_ name: Name, _ program: Program) {
      self = program.event(named: name).map(InputEvent.numbered) ?? .unnumbered(name)
    }
  }
}
