import Traces
import ViewModels

/// Joins what a model checker's trace calls its actions to the commands of a machine.
///
/// A text that begins with a verb is a command. Any other name is that of a control or an input, whatever its case, blanks and
/// hyphens: `TapLogin`, `tap_login` and `login` are all `tap login`; what the model gives with it stands behind.
package struct ActionWords {
  private let machine: Machine
  /// The commands by the letters and digits of what may name them: controls before inputs.
  private var commands: [String: [String]] = [:]
  private var names: [String] = []

  package init(_ machine: Machine) {
    self.machine = machine
    for control in machine.controls where !control.name.contains("[") {
      let verbs = control.takesText ? ["set", "paste", "type"] : control.isTapped ? ["tap"] : []
      add(control.name, verbs)
    }
    let known = commands
    for input in machine.inputs {
      add(input.name, ["send"], alone: known[input.name.key] == nil)
    }
    for verb in Verb.all where verb.isDriving && verb.parameters.allSatisfy(\.isOptional) { add(verb.name, [""]) }
  }

  private mutating func add(_ name: String, _ verbs: [String], alone: Bool = true) {
    guard let first = verbs.first else { return }
    names.append(name)
    if alone { commands[name.key, default: []].append(first.isEmpty ? name : "\(first) \(name)") }
    for verb in verbs where !verb.isEmpty { commands["\(verb)\(name)".key, default: []].append("\(verb) \(name)") }
  }

  /// The command that an action is.
  ///
  /// - Throws: that nothing of the machine is called so, or several things are.
  package func command(for action: ITFActions.Action) throws(Mistake) -> String {
    if action.isCommand { return action.name }
    let arguments = action.arguments.map { " " + ValuePrinter(.literal).text(of: $0) }.joined()
    if let control = machine.control(named: action.name), control.name.contains("[") {
      return (control.takesText ? "set " : "tap ") + action.name + arguments
    }
    let meant = commands[action.name.key] ?? []
    guard let command = meant.first else {
      let nearest = NearestWord.find(action.name, among: names).map { "did you mean '\($0.shown)'?" }
      throw Mistake(
        column: 1,
        sentence: "nothing of '\(machine.title)' is called '\(action.name.shown)'; "
          + (nearest ?? "name the action after a control or an input, or write a command such as 'tap login'"),
        code: "E1207")
    }
    guard meant.count == 1 else {
      throw Mistake(
        column: 1,
        sentence: "'\(action.name.shown)' could be \(meant.alternatives); write one of them as the action",
        code: "E1208")
    }
    return command + arguments
  }
}

extension ITFActions.Action {
  /// Whether it is a command already: a driving verb with what stands behind it, or one that needs nothing.
  fileprivate var isCommand: Bool {
    guard arguments.isEmpty, let first = name.utf8.split(separator: UInt8(ascii: " ")).first,
      let verb = Verb.all.first(where: { $0.name.utf8.elementsEqual(first) }), verb.isDriving
    else { return false }
    return first.count < name.utf8.count || verb.parameters.allSatisfy(\.isOptional)
  }
}

extension ControlState {
  /// Whether a tap can mean it.
  fileprivate var isTapped: Bool {
    switch kind {
    case .button, .refresh, .scroll, .banner, .list: true
    case .text, .secureText, .label, .badge: false
    }
  }
}

extension String {
  /// Its letters and digits, those of ASCII as small ones.
  fileprivate var key: String {
    let bytes = utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
      default: nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
