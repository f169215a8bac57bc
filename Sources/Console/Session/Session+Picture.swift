import Diagrams
import Recordings
import Statecharts
import Traces
import ViewModels

extension Session {
  /// The current path's picture; nil without a machine. Reruns the path: linear in it.
  package var picture: RunPicture? { run?.picture(.free) }

  /// - Throws: A mistake if no machine is open, the user stops it, or it is too large.
  func pictureText(_ format: RunFormat) throws(Mistake) -> String {
    let picture = try openRun().picture(pace)
    let text = picture.lines(format).map { $0 + "\n" }.joined()
    guard text.utf8.count <= TraceFile.sizeLimit else { throw Mistake(.traceTooLarge) }
    return text
  }
}

extension CaseRun {
  /// In columns.
  private static let screenWidth = 80

  fileprivate func picture<Stop>(_ pace: Pace<Stop>) throws(Stop) -> RunPicture {
    var picture = RunPicture(
      machine: machine.title.text, title: title,
      regions: machine.regions(of: tree.start).map { RegionState($0.region, Name($0.state)) })
    var step = RunPicture.Step("", at: 0)
    step.turns = opening.compactMap(\.withoutInitialState)
    step.lines = openingLines
    step.changes = changes(in: opening)
    step.screen = screen(of: tree.start)
    picture.steps.append(step)
    var current: RunPicture.Step?
    picture.end = try replayOnClock(pace) { (command, time, turns, snapshot) throws(Stop) in
      var step = current ?? RunPicture.Step(command.text, at: time)
      current = step
      guard let turns else {
        step.lines = lines(of: step.turns, since: time)
        step.changes = changes(in: step.turns)
        step.screen = screen(of: snapshot)
        picture.steps.append(step)
        return current = nil
      }
      step.turns += turns
      current = step
    }
    return picture
  }

  private func screen(of snapshot: Snapshot) -> [String] {
    ScreenDrawing(machine.screen(of: snapshot), width: Self.screenWidth).lines
  }

  private func changes(in turns: [Turn]) -> [RunPicture.Change] {
    var order: [Name] = []
    var values: [Name: (old: Value, new: Value)] = [:]
    for case .set(let field, let old, let new) in turns.flatMap(\.effects) {
      if values[field] == nil { order.append(field) }
      values[field] = (values[field]?.old ?? old, new)
    }
    let printer = ValuePrinter(.folded, names: printer.names)
    return order.map(\.text).compactMap { field in
      guard let change = values[Name(field)], change.old != change.new else { return nil }
      return RunPicture.Change(
        field, printer.text(of: change.old, for: field), printer.text(of: change.new, for: field))
    }
  }
}
