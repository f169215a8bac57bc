import ViewModels

extension Verb {
  static let open = Verb(
    "open", .open, [Parameter("MACHINE[@VARIANT]|FILE [--migrate]", .machine, isOptional: true)],
    summary: "open a machine as a new case, or a snapshot; alone, list the machines",
    explanation:
      "Without a variant the first one listed is opened. The case before it stays: 'cases' lists it. A recording has one machine: opening another ends it. A FILE "
      + "ends in '.snapshot' or holds a '/'; the history begins where it was saved, so a transcript cannot. A snapshot of "
      + "another definition is refused, with what changed; '--migrate' keeps what still fits and lists what it drops.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        var rest = arguments
        if var reference = SnapshotReference(try rest.rest("a machine").text) {
          reference.file = reference.file.expanded(from: session.options.home)
          return Reply(effects: [.openSnapshot(reference)])
        }
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
