import Console
import Diagrams
import Exploration
import Statecharts
import Traces
import ViewModels

/// Pairs the screens of searches by scripts, and names what leads from each to the next.
struct StoryboardMaker {
  private let searches: [ScreenSearch]
  private let spellings: [StimulusLines]
  private var sheets: [Pair] = []
  /// By search and screen, the sheet that shows it.
  private var places: [[Int?]]

  private struct Pair {
    let script: [DrivenStimulus]
    /// Whose names the script has.
    let origin: Int
    let sides: [Side]
  }

  private struct Side {
    let screen: Storyboard.Screen
    /// Nil for a screen that the search did not find.
    let found: Int?
  }

  /// - Parameter searches: Of one machine or of two.
  init(_ searches: [ScreenSearch]) {
    self.searches = searches
    spellings = searches.map { StimulusLines($0.machine) }
    places = searches.map { $0.screens.map { _ in nil } }
    for origin in searches.indices {
      for screen in searches[origin].screens.indices where places[origin][screen] == nil { add(screen, of: origin) }
    }
  }

  var storyboard: Storyboard {
    Storyboard(
      searches.map { search in
        Storyboard.Machine(
          title: search.machine.title.text, extent: search.extent,
          report: ExplorationText(search.machine, search.report).lines)
      }, sheets.indices.map(sheet))
  }

  private mutating func add(_ screen: Int, of origin: Int) {
    let script = searches[origin].screens[screen].script
    let sides = searches.indices.map { side(script, screen, of: origin, in: $0) }
    for (search, side) in sides.enumerated() {
      if let found = side.found, found < places[search].count, places[search][found] == nil {
        places[search][found] = sheets.count
      }
    }
    places[origin][screen] = sheets.count
    sheets.append(Pair(script: script, origin: origin, sides: sides))
  }

  private func side(_ script: [DrivenStimulus], _ screen: Int, of origin: Int, in search: Int) -> Side {
    if search == origin {
      return Side(screen: searches[origin].screens[screen].screen, found: screen)
    }
    let machine = searches[search].machine
    var run = ScriptRun(machine)
    run.drive(script)
    let shown = Storyboard.Screen(machine, run.snapshot)
    return Side(screen: shown, found: searches[search].place(of: shown))
  }

  // MARK: Sheets

  private func sheet(_ index: Int) -> Storyboard.Sheet {
    let pair = sheets[index]
    let opening = searches.count == 1 ? ["open \(searches[0].machine.title)"] : []
    let script = spellings[pair.origin].lines(of: pair.script).orUnspelled
    return Storyboard.Sheet(
      script: opening + script, frames: pair.sides.enumerated().map { frame($1, of: $0, pair.script) })
  }

  private func frame(_ side: Side, of search: Int, _ script: [DrivenStimulus]) -> Storyboard.Frame {
    var frame = Storyboard.Frame(side.screen)
    guard let place = side.found, place < searches[search].screens.count else {
      frame.notes = ["the search did not \(side.found == nil ? "find" : "keep") this screen, so nothing leads on"]
      return frame
    }
    let found = searches[search].screens[place]
    frame.moves = found.moves.map { move($0.command, $0.targets, of: search) }
    if found.script != script {
      let lines = spellings[search].lines(of: found.script).orUnspelled
      frame.notes.append(
        "its links follow this script to it: \(lines.isEmpty ? "none" : lines.joined(separator: "; "))")
    }
    if found.isOpen { frame.notes.append("the search ended here; more may be possible") }
    addReasons(to: &frame, found.snapshot, searches[search].machine)
    return frame
  }

  private func move(
    _ command: Int, _ targets: [(screen: Int, followsScript: Bool)], of search: Int
  ) -> Storyboard.Move {
    let driven = searches[search].commands[command]
    let (place, isPlain) = driven.stimulus.place
    return Storyboard.Move(
      spellings[search].lines(of: [driven]).orUnspelled[0], at: place,
      isPlain: isPlain && !driven.isHeld,
      targets: targets.map { target in
        let sheet = target.screen < places[search].count ? places[search][target.screen] : nil
        return Storyboard.Move.Target(sheet: sheet, followsScript: target.followsScript)
      })
  }

  private func addReasons(to frame: inout Storyboard.Frame, _ snapshot: Snapshot, _ machine: Machine) {
    let used = Set(frame.moves.filter { $0.isPlain && $0.targets.contains(where: \.followsScript) }.map(\.place))
    let controls = frame.screen.controls.flatMap { [$0] + $0.rows.joined() }
    for control in controls where control.kind == .button && !used.contains(.control(control.name)) {
      frame.reasons[control.name] = machine.refusal(of: .tap(control: control.name, nil), snapshot) ?? "not tried"
    }
  }
}

extension Stimulus {
  /// Where a screen has it, and whether it is the plain use of that place.
  fileprivate var place: (Storyboard.Move.Place, isPlain: Bool) {
    switch self {
    case .tap(let control, let value): (.control(control), value == nil)
    case .set(let control, _), .paste(let control, _), .type(let control, _), .erase(let control, _),
      .compose(let control, _), .commit(let control?), .focus(let control):
      (.control(control), false)
    case .dismiss(let button?): (.button(button), true)
    case .dismiss(nil), .commit(nil), .blur, .pressReturn, .back, .send, .assign, .reply, .service, .observers,
      .advance,
      .fire, .settle, .restart:
      (.elsewhere, false)
    }
  }
}
