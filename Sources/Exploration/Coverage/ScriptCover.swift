import Statecharts
import ViewModels

/// Few scripts that together take everything that each of many takes.
///
/// They are chosen greedily, most of what is still missing first, of equals the shortest. None of them can be left out, and
/// each is one of the given scripts; that there are no fewer is not guaranteed.
package struct ScriptCover: Sendable {
  /// In the order in which they were chosen.
  package private(set) var scripts: [Script] = []
  /// Whether what each script takes was looked at; where no time was left for it every script is here, with what it was given for.
  package private(set) var isWhole = true

  package struct Script: Sendable {
    package let commands: [DrivenStimulus]
    /// What it takes, by index, and none before it did.
    package let taken: [Int]
  }

  /// - Parameters:
  ///   - scripts: Each from the opened machine.
  ///   - wanted: What they take, one each.
  ///   - isOver: Whether no time is left to drive a script; asked before each.
  package init(
    _ scripts: [[DrivenStimulus]], taking wanted: [CoverageItem], on machine: Machine,
    _ isOver: () -> Bool = { false }
  ) {
    let distinct = scripts.distinct
    let candidates = distinct.compactMap { isOver() ? nil : Candidate($0, machine, wanted) }
    guard candidates.count == distinct.count else {
      (self.scripts, isWhole) = (scripts.together, false)
      return
    }
    var missing = Set(candidates.flatMap(\.taken))
    var chosen: [Candidate] = []
    while let best = candidates.best(for: missing) {
      chosen.append(best)
      missing.subtract(best.taken)
    }
    var known: Set<Int> = []
    for candidate in chosen.withoutTheNeedless {
      self.scripts.append(
        Script(commands: candidate.commands, taken: candidate.taken.filter { !known.contains($0) }.sorted()))
      known.formUnion(candidate.taken)
    }
  }
}

/// A script with what it takes.
private struct Candidate {
  let commands: [DrivenStimulus]
  let taken: Set<Int>

  init(_ commands: [DrivenStimulus], _ machine: Machine, _ wanted: [CoverageItem]) {
    self.commands = commands
    var coverage = Coverage(of: machine)
    let opened = machine.openMeasured()
    coverage.add(opened.step)
    var stepper = Stepper(machine, from: opened.snapshot)
    stepper.isTallying = true
    for command in commands { coverage.add(stepper.measure(command.stimulus, isHeld: command.isHeld)) }
    taken = Set(
      wanted.indices.filter { place in coverage.index(of: wanted[place]).map { coverage.isTaken($0) } ?? false })
  }
}

extension [Candidate] {
  /// The one that takes most of what is missing, of equals the shortest, of those the first; nil when none takes any.
  fileprivate func best(for missing: Set<Int>) -> Candidate? {
    var best: (candidate: Candidate, gain: Int)?
    for candidate in self {
      let gain = candidate.taken.intersection(missing).count
      guard gain > 0 else { continue }
      let isBetter = best.map {
        gain > $0.gain || gain == $0.gain && candidate.commands.count < $0.candidate.commands.count
      }
      if isBetter ?? true { best = (candidate, gain) }
    }
    return best?.candidate
  }

  /// Those that are left when each one that the others make needless goes, the longest first.
  fileprivate var withoutTheNeedless: [Candidate] {
    var kept = self
    for index in indices.sorted(by: { self[$0].commands.count > self[$1].commands.count }) {
      guard let place = kept.firstIndex(where: { $0.commands == self[index].commands }) else { continue }
      let others = Set(kept.enumerated().filter { $0.offset != place }.flatMap(\.element.taken))
      if self[index].taken.isSubset(of: others) { kept.remove(at: place) }
    }
    return kept
  }
}

extension [[DrivenStimulus]] {
  /// Each once, with the places at which it stands.
  fileprivate var together: [ScriptCover.Script] {
    let places = Dictionary(grouping: indices) { self[$0] }
    return indices.compactMap { index in
      let all = places[self[index]] ?? []
      return all.first == index ? ScriptCover.Script(commands: self[index], taken: all) : nil
    }
  }

  /// Each once, where it stands first, without those with which another begins.
  fileprivate var distinct: [[DrivenStimulus]] {
    let single = together.map(\.commands)
    return single.filter { script in !single.contains { $0.count > script.count && $0.starts(with: script) } }
  }
}
