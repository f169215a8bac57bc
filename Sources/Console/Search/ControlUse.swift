import Statecharts
import Traces
import ViewModels

/// A tap that a search tries to make possible.
struct ControlUse: Sendable {
  /// `login`, `items[3].like` or `items[#3238].like`.
  let control: String
  /// Nil for any declared value.
  let value: ReadValue?

  var name: String { [control, value?.text].compactMap(\.self).joined(separator: " ") }
  var text: String { "tap \(name)" }

  var stimulus: Stimulus { .tap(control: control, value?.value) }

  func extend(_ domain: inout MoveDomain) {
    domain.addRow(of: control)
    if let value { domain.addedValues.append((Name(control.withRowLeftOpen), [value.value])) }
  }

  func isDone(by stimulus: Stimulus, in snapshot: Snapshot, of machine: Machine) -> Bool {
    guard case .tap(let tapped, let given) = stimulus, value.map({ $0.value == given }) ?? true else { return false }
    if Name(tapped) == control { return true }
    guard control.namesRow, tapped.namesRow else { return false }
    return View(machine: machine, snapshot: snapshot).isSameControl(tapped, control)
  }
}

extension ArgumentReader {
  /// Also accepts rows that do not exist yet.
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

  /// A secret must be a sample, because a query cannot keep a name for it.
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

  mutating func skip(word wanted: String) -> Bool {
    var probe = self
    guard let word = try? probe.word(wanted), word.name == wanted else { return false }
    self = probe
    return true
  }
}

extension String {
  /// `items[N].like` for `items[3].like` means every row.
  fileprivate var withRowLeftOpen: String {
    guard let open = utf8.firstIndex(of: UInt8(ascii: "[")), let close = utf8.lastIndex(of: UInt8(ascii: "]")) else {
      return self
    }
    return self[..<open] + "[N]" + self[utf8.index(after: close)...]
  }
}
