import Differences
import Exploration
import Traces
import ViewModels

/// Comparing the open machine with another variant of it, from where the session stands.
extension Session {
  /// So many differences are told, and so many commands that the other lacks.
  private static let mostDifferences = 5

  /// Drives another variant with the commands of the session so far, and searches what it does differently from there.
  func compared(with variant: Word, depth: Int?) throws(Mistake) -> [String] {
    let run = try openRun()
    let followed = try follow(run, on: try otherVariant(named: variant, of: run.machine))
    let machines = Sides(a: run.machine, b: followed.run.machine)
    let text = ComparisonText(
      ComparedMachines(machines), mostCauses: Self.mostDifferences, isFromHere: true, names: run.names)
    let head = text.header + [Self.common(run, machines)] + Self.lines(of: followed.absences)
    if let side = DiffSide.allCases.first(where: { Sides(a: run, b: followed.run)[$0].hasCrashed }) {
      return head + ["", "\(side.rawValue) crashed before, so that nothing can be tried"]
    }
    var options = ComparisonOptions()
    options.depth = depth ?? options.depth
    var search = ProductSearch(machines, options, from: Sides(a: run.snapshot, b: followed.run.snapshot))
    search.run { [watch] report in
      watch?.progress(.comparison(report))
      return watch?.isInterrupted() ?? false ? .interrupted : nil
    }
    return head + text.lines(of: search.report)
  }

  private func otherVariant(named word: Word, of machine: Machine) throws(Mistake) -> Machine {
    let isNamed = { (machine: Machine) in
      Name(machine.variant) == word.text || Name(machine.title) == word.text
    }
    if isNamed(machine) { throw word.mistake(.presentVariant(word.text)) }
    guard let other = machine.others.first(where: isNamed) else {
      throw word.mistake(.unknown(.variant, word.text, nearest: word.nearest(among: machine.others.map(\.variant))))
    }
    return try catalogue.soundMachine(named: other.title)
  }

  /// A command that a machine cannot do, and why.
  private typealias Absence = (command: String, reason: String)

  /// Drives a machine with the commands of a case; what it lacks is left out.
  private func follow(_ run: CaseRun, on machine: Machine) throws(Mistake) -> (run: CaseRun, absences: [Absence]) {
    var session = Session(catalogue: catalogue, options: options)
    session.watch = watch
    session.run = CaseRun(machine, seed: run.seed, givenNames: run.givenNames)
    var absences: [Absence] = []
    for node in run.tree.path(to: run.tree.position) {
      if watch?.isInterrupted() ?? false { throw Mistake(.stopped) }
      let command = run.tree.command(of: node)
      let reply = session.runFromFile(command)
      if let stop = reply.stop {
        if reply.wasInterrupted { throw Mistake(.stopped) }
        throw Mistake(column: 1, sentence: "\(machine.title) does not come so far: \(stop.sentence)", code: stop.code)
      }
      if let mistake = reply.mistake { absences.append((command, mistake.sentence)) }
    }
    return (try session.openRun(), absences)
  }

  private static func common(_ run: CaseRun, _ machines: Sides<Machine>) -> String {
    let parts = DefinitionDifference(machines).changes.count
    let definitions =
      parts == 0
      ? "the definitions declare the same"
      : "different definitions: \(parts.counted("part")), which 'signalbox compare' lists"
    return "\(run.tree.depth.counted("command")) before, on both; " + definitions
  }

  private static func lines(of absences: [Absence]) -> [String] {
    let more = absences.count - mostDifferences
    return absences.prefix(mostDifferences).map {
      "b cannot '\($0.command.truncated(toWidth: 40))': \($0.reason)"
    } + (more > 0 ? ["and \(more.counted("more command"))"] : [])
  }
}
