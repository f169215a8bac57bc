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
}
