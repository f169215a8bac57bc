import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// What few scripts together are to take.
enum CoverGoal: String, ExpressibleByArgument, CaseIterable {
  case transitions
  case states
  case refusals
  case outcomes
  case timers
  case alerts
  case all

  fileprivate func includes(_ kind: CoverageItem.Kind) -> Bool {
    self == .all || kind.plural.utf8.elementsEqual(rawValue.utf8)
  }
}

extension ExploreCommand {
  /// Searches for few scripts that together take whatever can be taken, and names what none takes.
  func coverAll(
    of machine: Machine, _ options: SearchOptions, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    let goals = cover
    let isWanted = { @Sendable (item: CoverageItem) in goals.contains { $0.includes(item.kind) } }
    var found: CoverageSearch?
    var chosen: ScriptCover?
    let progress = ProgressLine()
    progress?.begin()
    Interrupt.catching {
      let search = CoverageSearch(
        machine, lacking: Coverage(of: machine), options, where: isWanted, watchedBy: progress.watch())
      found = search
      chosen = ScriptCover(
        search.taken.compactMap { search.scripts[$0] }, taking: search.taken.map { search.coverage.items[$0] },
        on: machine, options.isOver)
    }
    progress?.end()
    guard let search = found, let cover = chosen else { return .internalError }
    let text = CoverText(machine, search, isWanted)
    try tool.streams.report(text.lines(of: cover, leavingOut: options.omitted), usesColor: colors.isUsed)
    if let save {
      let file = ScriptFile(machine: machine, catalogue: tool.catalogue)
      for (index, script) in cover.scripts.enumerated() {
        let kept = try file.save(
          script.commands, titled: "cover \(index + 1)", as: "cover \(index + 1)", in: save)
        try tool.streams.say("  " + kept.told(of: "script \(index + 1)"))
      }
    }
    try tool.endIfInterrupted()
    return search.isWhole || search.bound == nil || bounds.acceptBound ? .agreed : .inconclusive
  }
}

/// What is printed of scripts that take much.
private struct CoverText {
  private let machine: Machine
  private let spelling: StimulusLines
  private let search: CoverageSearch
  /// What was looked for and can be taken by no run, by index.
  private let excused: [Int]

  init(_ machine: Machine, _ search: CoverageSearch, _ isWanted: (CoverageItem) -> Bool) {
    self.machine = machine
    spelling = StimulusLines(machine)
    self.search = search
    excused = search.coverage.excused.filter { isWanted(search.coverage.items[$0]) }
  }

  func lines(of cover: ScriptCover, leavingOut omitted: [OmittedField]) -> [String] {
    let taken = search.taken
    let told = cover.scripts.enumerated().flatMap { index, script -> [String] in
      let commands = spelling.lines(of: script.commands).map { "  \($0 ?? DrivenStimulus.unspelled)" }
      let remarks = script.taken.map { "  # \(name(of: taken[$0]))" }
      return ["script \(index + 1):", "  open \(machine.title)"] + commands + remarks + [""]
    }
    let impossible = excused.map { index in
      "no run can take \(name(of: index)) (\((search.coverage.items[index].excuse ?? "").escapedForDisplay))"
    }
    let missing = search.missing.map { "not found: \(name(of: $0))" }
    let unscripted = search.unscripted.map { "no time was left to make a script to \(name(of: $0))" }
    let unlooked = cover.isWhole ? [] : ["  no time was left to look for scripts that can be left out"]
    let leftOut = ExplorationText.told(omitted).map { "  \($0)" }
    return told + missing + unscripted + impossible + unlooked + leftOut + [closing(cover.scripts)]
  }

  private func closing(_ scripts: [ScriptCover.Script]) -> String {
    let taken = search.scripts.count + search.unscripted.count
    let all = taken + search.missing.count
    let seen = "\(search.states.counted("state")), \(search.steps.counted("step"))"
    let end = search.missing.isEmpty ? "all was found" : search.bound?.told ?? "all states were searched"
    return "  \(machine.title): \(scripts.count.counted("script")), taking \(taken) of \(all); \(end): \(seen)"
  }

  private func name(of index: Int) -> String {
    "\(search.coverage.items[index].kind.rawValue) \(search.coverage.items[index].title.escapedForDisplay)"
  }
}
