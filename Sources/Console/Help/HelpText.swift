import Traces
import ViewModels

/// The texts of `help`.
package struct HelpText {
  let session: Session
  private var width: Int { session.options.textWidth }

  private static let standardWidth = SessionOptions().textWidth

  /// At most 24 lines at 80 columns.
  static func overview(width: Int = standardWidth) -> [String] {
    let tasks = Verb.Task.allCases.map { task in
      (task.rawValue, Verb.all.filter { $0.task == task }.map(\.name).joined(separator: " "))
    }
    let paragraphs = [
      "'help tour' shows all this in eight steps. A session: 'open login', 'screen', 'set name aaaaaa', "
        + "'set password $right', 'tap login', 'advance', 'undo'.",
      "A verb can be shortened if unambiguous, and Tab completes what is possible now. A text with blanks goes in double "
        + "quotes; '$right' is the sample of that name. Durations need a unit: '750ms', '1.5s'.",
      "The lines of a transcript are shown after '| '; 'record FILE' writes it. 'help VERB' explains a verb; 'help NAME' a "
        + "field, command or service of the open machine.",
    ]
    return TextTable(tasks, toWidth: width).lines + [""] + paragraphs.flatMap { $0.wrapped(toWidth: width) }
  }

  static let tour = "tour"

  /// Help on expressions.
  package static func expressions(width: Int = standardWidth) -> [String] {
    let forms = [
      ("a field", "loginEnabled, items[0].likes"),
      ("a region, also a row's", "login = succeeded, items[0].like = idle"),
      ("a state of only one region", "succeeded and loginEnabled"),
      ("a state below another", "playing, if the name is unique; active.playing"),
      ("the top page", "page = home"),
      ("the alert's title", "alert = nil, alert = \"登录失败\""),
      ("how many rows, or bytes of text", "count(items) >= 3"),
      ("how many requests are open", "requests(authenticate) = 0"),
      ("the clock, not in searches", "time >= 10s"),
      ("comparisons", "=  !=  <  <=  >  >="),
      ("joined by", "not, and, or, brackets; 'and' binds closer than 'or'"),
      ("after 'show', for the whole case", "never login = error, login = executing leads to login = idle within 2s"),
    ]
    let rules =
      "A region is also in a state if it is in a state below it. Texts go in double quotes, '$name' is a sample, and a "
      + "name without a value now is nil. A secret is compared with its samples. Both sides of a comparison have one type. "
      + "A field that is true or false is written alone: 'login = idle and not loginEnabled'."
    let lines = TextTable(forms, toWidth: width - 2).lines + rules.wrapped(toWidth: width - 2)
    return [expressionsTopic] + lines.map { "  " + $0 }
  }

  private static let expressionsTopic = "expressions"

  func lines(about topic: Word) throws(Mistake) -> [String] {
    let lines =
      Self.generalLines(about: topic.text, width: width) ?? machineLines(about: topic.text)
      ?? nameLines(about: topic.text)
      ?? session.run?.lines(aboutLaw: Name(topic.text)).map { ["law"] + $0.map { "  \($0)" } }
    if let lines { return lines }
    let nearest = Verb.meant(by: topic.text) ?? topic.nearest(among: topics(for: topic.text))
    throw topic.mistake(.unknown(.topic, topic.text, nearest: nearest))
  }

  /// In display order; rows only after a bracket.
  func topics(for text: String) -> [String] {
    let general = Self.generalTopics + [Self.tour]
    guard let scene = session.run?.scene else { return general }
    let rows = text.namesRow ? scene.rowFields.map(\.path.text).named(as: RowIdentities(text, scene)) : []
    let references =
      text.utf8.first == UInt8(ascii: "$") ? scene.names.entries.map { scene.meaning(of: $0).reference } : []
    let fields = scene.fields.filter { !$0.isInternal }.map(\.path.text)
    return general + references + fields + rows + scene.commandNames(for: text)
      + scene.machine.services(of: scene.snapshot).map(\.name.text)
  }

  /// Help that needs no open machine: on a verb or expressions.
  package static func generalLines(about name: String, width: Int = standardWidth) -> [String]? {
    if let verb = Verb.all.first(where: { Name($0.name) == name }) { return lines(about: verb, width: width) }
    return Name(name) == expressionsTopic ? expressions(width: width) : nil
  }

  package static let generalTopics = Verb.names + [expressionsTopic]

  /// Example commands are not wrapped, so that users can copy them.
  static func lines(about verb: Verb, width: Int = standardWidth) -> [String] {
    let usage = "\(verb.name) \(verb.usage)".wrapped(toWidth: width - 4)
    let texts = [verb.summary, verb.explanation].flatMap { $0.wrapped(toWidth: width - 4) }
    let options = TextTable(verb.options.map { ($0.usage, $0.meaning) }, toWidth: width - 4).lines
    return usage.prefix(1) + usage.dropFirst().map { "    \($0)" } + texts.map { "  \($0)" }
      + (options.isEmpty ? [] : ["  Options:"] + options.map { "    \($0)" })
      + ["  For example:"] + verb.example.map { "    \($0)" }
  }

  private func machineLines(about name: String) -> [String]? {
    guard let scene = session.run?.scene else { return nil }
    let command = scene.machine.command(named: name, of: scene.snapshot)
    let service = scene.machine.services(of: scene.snapshot).first { $0.name == name }
    let path = scene.path(named: name)
    var lines: [String] = scene.field(at: path).map { self.lines(about: $0, scene) } ?? []
    lines += command.map { self.lines(about: $0, scene) } ?? []
    lines += service.map { self.lines(about: $0, scene) } ?? []
    return lines.isEmpty ? rowLines(about: name, scene) : lines
  }

  private func nameLines(about topic: String) -> [String]? {
    guard topic.utf8.first == UInt8(ascii: "$"), let scene = session.run?.scene else { return nil }
    let meanings = scene.meanings(ofName: String(Substring(topic.utf8.dropFirst())))
    guard !meanings.isEmpty else { return nil }
    return ["value"]
      + meanings.flatMap { meaning -> [String] in
        let owner = meaning.owner.map { "a sample of \($0)" } ?? "named by the transcript, or by you"
        return ["  \(meaning.reference)  \(owner)".escapedForDisplay] + excerpt(of: meaning.text)
      }
  }

  private func excerpt(of text: String) -> [String] {
    let lines = text.wrapped(toWidth: width - 6)
    let left = lines.count - 12
    return lines.prefix(12).map { "    " + $0 } + (left > 0 ? ["    … \(left.counted("line")) more"] : [])
  }

  private func rowLines(about name: String, _ scene: Scene) -> [String]? {
    let fields = name.namesRow ? scene.machine.fields(of: scene.snapshot, below: name) : []
    return fields.isEmpty ? nil : ["row"] + FieldTable(fields: fields, names: scene.names).lines.map { "  " + $0 }
  }

  private func lines(about field: FieldState, _ scene: Scene) -> [String] {
    ["field"] + FieldTable(fields: [field], names: scene.names).lines.map { "  " + $0 }
      + samples(of: field.path.text, scene)
  }

  private func lines(about command: CommandState, _ scene: Scene) -> [String] {
    let phase = command.phase.map { " in \($0)" } ?? ""
    return [
      "command", "  \(command.name)\(phase), \(command.verdict)".escapedForDisplay,
      "  '\(call(of: command, scene))' uses it, 'why \(command.name)' explains".escapedForDisplay,
    ]
  }

  /// `tap` with a control, otherwise `send`.
  private func call(of command: CommandState, _ scene: Scene) -> String {
    let control = scene.machine.control(named: command.name.text)
    let input = scene.machine.input(named: command.name.text)
    let takes = control?.takes ?? input?.shape ?? .void
    return "\(control == nil ? "send" : "tap") \(command.name)" + (takes.asksForValue ? " VALUE" : "")
  }

  private func lines(about service: ServiceState, _ scene: Scene) -> [String] {
    [
      "service", "  \(service.name)  answers \(service.description(scene.names))".escapedForDisplay,
      "  its value: \(service.outputShape.title)".escapedForDisplay,
    ] + samples(of: service.name.text, scene)
  }

  private func samples(of owner: String, _ scene: Scene) -> [String] {
    let samples = TextTable(
      scene.samples(of: owner).map { [$0.reference, $0.text.truncated(toWidth: max(width - 28, 10))] }
    ).lines
    return samples.isEmpty ? [] : ["  samples:"] + samples.map { "    " + $0 }
  }
}
