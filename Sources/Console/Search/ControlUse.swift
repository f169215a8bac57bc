import Exploration
import Statecharts
import Traces
import ViewModels

/// A tap that is to become possible: a control, wherever it is, and what it is given.
struct ControlUse: Sendable {
  /// As the page that has it calls it: `login`, `items[3].like`, `items[#3238].like`.
  let control: String
  /// Nil where any value that is declared will do.
  let value: ReadValue?

  /// The control and what it is given.
  var name: String { [control, value?.text].compactMap(\.self).joined(separator: " ") }
  /// The command.
  var text: String { "tap \(name)" }

  var stimulus: Stimulus { .tap(control: control, value?.value) }

  /// Makes a search try it: its row, where it is one's, and its value.
  func extend(_ domain: inout MoveDomain) {
    domain.addRow(of: control)
    if let value { domain.addedValues.append((Name(control.withRowLeftOpen), [value.value])) }
  }

  /// Whether it is a stimulus of a state.
  func isDone(by stimulus: Stimulus, in snapshot: Snapshot, of machine: Machine) -> Bool {
    guard case .tap(let tapped, let given) = stimulus, value.map({ $0.value == given }) ?? true else { return false }
    if Name(tapped) == control { return true }
    guard control.namesRow, tapped.namesRow else { return false }
    return View(machine: machine, snapshot: snapshot).isSameControl(tapped, control)
  }
}

extension ArgumentReader {
  /// Reads a control of any page, or of a row that may come, and the value that it is given, if it takes one.
  mutating func controlUse() throws(Mistake) -> ControlUse {
    let scene = try scene()
    let word = try word("a control")
    guard let control = scene.machine.control(named: word.text) else {
      let names = scene.controls.map(\.name.text) + scene.knownControls.map(\.name.text)
      throw word.mistake(.unknown(.control, word.text, nearest: word.nearest(among: names)))
    }
    guard !control.takesText else { throw word.mistake(.notACommand(word.text)) }
    return ControlUse(control: word.text, value: try givenValue(for: control))
  }

  /// Reads the value of a control that takes one, to the end of the line; nil without one. A secret is named by its sample, since
  /// what only asks of a command keeps nothing.
  mutating func givenValue(for control: ControlState) throws(Mistake) -> ReadValue? {
    let column = scanner.column
    let shape = control.takes ?? (control.kind == .scroll ? .double : nil)
    let value = try shape.flatMap { (shape) throws(Mistake) in
      try optionalValue(shape, of: control.name.text, for: .tap(control: control.name.text))
    }
    guard !(value?.text.isTypedName ?? false) else {
      throw Mistake(
        column: column, sentence: "'\(control.name)' is secret; name one of its samples, as in '$right'", code: "E1078")
    }
    try end()
    return value
  }

  /// Moves over a word if it comes next.
  mutating func skip(word wanted: String) -> Bool {
    var probe = self
    guard let word = try? probe.word(wanted), word.name == wanted else { return false }
    self = probe
    return true
  }
}

extension String {
  /// `items[N].like` of `items[3].like`: by that name values are given to the control of every row.
  fileprivate var withRowLeftOpen: String {
    guard let open = utf8.firstIndex(of: UInt8(ascii: "[")), let close = utf8.lastIndex(of: UInt8(ascii: "]")) else {
      return self
    }
    return self[..<open] + "[N]" + self[utf8.index(after: close)...]
  }
}
