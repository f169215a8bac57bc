import Traces
import ViewModels

extension Verb {
  static let open = Verb(
    "open", .open, [Parameter("MACHINE[@VARIANT]", .machine, isOptional: true)],
    summary: "open a machine as a new case; alone, list the machines",
    explanation:
      "Without a variant the first one listed is opened. The case before it stays: 'cases' lists it. A recording has one machine: opening another ends it.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let reference = try arguments.word("a machine")
        try arguments.end()
        do throws(Mistake) {
          return session.open(try session.catalogue.soundMachine(named: reference.text))
        } catch { throw error.moved(to: reference.column) }
      },
      alone: { (session, _) throws(Mistake) in
        TextTable(session.catalogue.machines.map { [$0.title, $0.summary] }).lines
      }))

  static let restart = Verb(
    "restart", .open, summary: "end the app and open it again with what it stored",
    explanation: "Services go on answering as they were set: they are not part of the app. "
      + "It is a command of the case like any other: it is recorded, and 'undo' takes it back.",
    action: .drive { (arguments) throws(Mistake) in
      _ = try arguments.scene()
      return Command(.restart)
    })

  static let `case` = Verb(
    "case", .open, [Parameter("TITLE", .title)],
    summary: "begin a new case with a fresh machine",
    explanation:
      "The same machine is opened anew, and a recording gets a new '%case'. The case before it stays: 'cases' lists it. One "
      + "without commands is renamed.",
    action: .perform { (session, arguments) throws(Mistake) in
      var title = try arguments.rest("a title")
      title.text = title.text.escaped
      return try session.beginCase(title)
    })
}
