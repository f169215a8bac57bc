import Differences
import Exploration
import Testing
import Traces
import ViewModels

/// The comparison of two machines, against plans that differ in one thing and against trying everything.
@Suite("Comparing two machines")
struct ComparisonTests {
  private static let sound = Lift<Sound>.machine("sound")

  private func compare(
    _ a: Machine, _ b: Machine, _ change: (inout ComparisonOptions) -> Void = { _ in }
  ) -> ComparisonReport {
    var options = ComparisonOptions()
    change(&options)
    var search = ProductSearch(Sides(a: a, b: b), options)
    search.run()
    return search.report
  }

  private func machine(_ title: String) throws -> Machine {
    try #require(SearchTests.machines.first { $0.title == title })
  }

  // MARK: Planted differences

  @Test("nobody can tell a machine from itself", arguments: SearchTests.machines.map(\.title.text))
  func itself(_ title: String) throws {
    let machine = try machine(title)
    let report = compare(machine, machine) { ($0.pairs, $0.races) = (20, true) }
    #expect(report.isEqual)
    #expect(DefinitionDifference(Sides(a: machine, b: machine)).changes.isEmpty)
  }

  /// What each plan changes: how many parts of the definition, the shortest script that shows it, and whether only
  /// time does.
  static let plans: [(Machine, parts: Int, length: Int?, isTiming: Bool)] = [
    (Lift<LateMotor>.machine("late motor"), 1, 2, true), (Lift<LongOpen>.machine("long open"), 2, 2, true),
    (Lift<Elsewhere>.machine("elsewhere"), 1, 2, false), (Lift<Unguarded>.machine("unguarded"), 1, 7, false),
    (Lift<Silent>.machine("silent"), 0, 2, false), (Lift<WithHelp>.machine("with help"), 1, nil, false),
  ]

  /// What each change means, and what taking it back does.
  static let verdicts: [(Machine, there: Verdict, back: Verdict)] = [
    (plans[0].0, .timing, .timing), (plans[1].0, .timing, .timing), (plans[2].0, .breaking, .breaking),
    (plans[3].0, .breaking, .breaking), (plans[4].0, .breaking, .additive), (plans[5].0, .identical, .identical),
  ]

  @Test("the verdict is what all differences mean together", arguments: verdicts)
  func verdict(_ entry: (machine: Machine, there: Verdict, back: Verdict)) {
    #expect(compare(Self.sound, entry.machine).verdict == entry.there)
    #expect(compare(entry.machine, Self.sound).verdict == entry.back)
  }

  @Test("rows are compared by the identity that their list declares, wherever they stand")
  func rows() {
    let front = Pile<InFront>.machine("front")
    let behind = Pile<Behind>.machine("behind")
    let moved = compare(front, behind) { $0.policy.ignoredClasses = [.order] }
    #expect(moved.isEqual && moved.isComplete && moved.pairs > 10)
    let ordered = compare(front, behind)
    #expect(ordered.causes.map(\.script.count) == [2])
    #expect(ordered.isComplete && ordered.pairs == moved.pairs && ordered.stepsBehind == 0)
    #expect(ordered.causes.allSatisfy { $0.difference.lead.differenceClass == .order })
    let counted = compare(front, Pile<CountsTwice>.machine("twice")) { $0.policy.ignoredClasses = [.order] }
    #expect(
      counted.causes.map { $0.script.map(\.stimulus) } == [[.tap(control: "put", nil), .tap(control: "count", nil)]])
    let contents = counted.causes.first?.difference.findings.map(\.content) ?? []
    guard case .changed(let reactions, _)? = contents.first else { return #expect(Bool(false), "\(contents)") }
    #expect(reactions.a.subject == Reaction.Subject(.set, "sheets[#0].count") && contents.count == 1)
  }

  @Test("what is ignored is no difference, and everything behind it is seen")
  func ignored() {
    for plan in Self.plans where plan.isTiming {
      let report = compare(Self.sound, plan.0) { $0.policy.ignoredClasses = [.timing] }
      #expect(report.isEqual && report.isComplete && report.verdict == .identical, "\(plan.0.title)")
    }
    let silent = compare(Self.sound, Self.plans[4].0) { $0.policy.ignoredClasses = [.value] }
    #expect(silent.isEqual && silent.isComplete && silent.pairs > 2)
    let floor = compare(Self.sound, Self.plans[2].0) { $0.policy.ignoredPaths = ["floor"] }
    #expect(floor.causes.map(\.script) == compare(Self.sound, Self.plans[2].0).causes.map(\.script))
  }

  @Test("what does not fail ends no branch, and what fails does")
  func notFailing() {
    let other = Self.plans[2].0
    let near = compare(Self.sound, other)
    #expect(compare(Self.sound, other) { $0.policy.failing = .transition }.pairs == near.pairs)
    let far = compare(Self.sound, other) { $0.policy.failing = .fault }
    #expect(far.pairs > near.pairs && far.causes.count >= near.causes.count)
  }

  @Test("one planted change is found by a shortest script", arguments: plans)
  func planted(_ entry: (machine: Machine, parts: Int, length: Int?, isTiming: Bool)) throws {
    let report = compare(Self.sound, entry.machine)
    #expect(report.isComplete)
    #expect(report.causes.first?.script.count == entry.length)
    #expect(report.isEqual == (entry.length == nil))
    if let first = report.causes.first { #expect(first.difference.isOnlyTiming == entry.isTiming) }
    #expect(DefinitionDifference(Sides(a: Self.sound, b: entry.machine)).changes.count == entry.parts)
    let mirrored = compare(entry.machine, Self.sound)
    #expect(mirrored.causes.map(\.script.count) == report.causes.map(\.script.count))
    #expect(mirrored.pairs == report.pairs)
  }

  @Test("trying every script finds none that is shorter", arguments: plans)
  func bruteForce(_ entry: (machine: Machine, parts: Int, length: Int?, isTiming: Bool)) throws {
    let stimuli: [Stimulus] = [.tap(control: "up", nil), .advance(milliseconds: nil)]
    let shortest = Pair.shortest(Self.sound, entry.machine, stimuli, upTo: entry.length ?? 7)
    #expect(shortest == entry.length)
  }

  @Test("a bound is told, and what was seen completely before it")
  func bounds() throws {
    let (a, b) = (Self.sound, Lift<Unguarded>.machine("unguarded"))
    let shallow = compare(a, b) { $0.depth = 6 }
    #expect(shallow.isEqual && shallow.bound == .depth(6) && shallow.completeDepth == 6)
    let small = compare(a, b) { $0.pairs = 3 }
    #expect(small.isEqual && small.bound == .states(3) && small.frontier > 0)
    let short = compare(a, b) { $0.steps = 5 }
    #expect(short.isEqual && short.bound == .steps(5) && short.steps >= 5)
    #expect(ComparisonOptions(depth: nil).steps == 300_000 && ComparisonOptions(depth: 9).steps == .max)
    #expect(ComparisonOptions(depth: nil, pairs: 9).steps == .max)
    var search = ProductSearch(Sides(a: a, b: b), ComparisonOptions())
    search.run { $0.pairs > 2 ? .interrupted : nil }
    #expect(search.report.bound == .interrupted)
  }

  // MARK: The gallery

  static let pairs: [(a: String, b: String)] = [
    ("login@original", "login@fixed"), ("user@original", "user@fixed"), ("purchase@original", "purchase@fixed"),
    ("follow@original", "follow@fixed"), ("command@original", "command@fixed"), ("phone@blocks", "phone@rac"),
    ("phone@blocks", "phone@fixed"), ("goods@blocks", "goods@rac"), ("home@original", "home@fixed"),
  ]

  @Test(
    "each difference is shown by its script, and by nothing before its last command", arguments: pairs, [false, true])
  func scripts(_ pair: (a: String, b: String), _ races: Bool) throws {
    let machines = Sides(a: try machine(pair.a), b: try machine(pair.b))
    let report = compare(machines.a, machines.b) { ($0.pairs, $0.races) = (50, races) }
    #expect(!report.isEqual)
    for cause in report.causes {
      var pair = Pair(machines)
      let found = cause.script.map { pair.step($0) }
      let last = try #require(found.last ?? nil)
      #expect(
        cause.behind == nil ? last.cause == cause.difference.cause : last.faults.isSuperset(of: cause.difference.faults)
      )
      #expect(found.dropLast().allSatisfy { $0?.isSlight ?? true } == (cause.behind == nil))
    }
    #expect(zip(report.causes, report.causes.dropFirst()).allSatisfy { $0.script.count <= $1.script.count })
  }

  @Test("behind a difference laws that were not found broken before are, and nothing else, within a bound of steps")
  func behind() throws {
    let machines = Sides(a: try machine("purchase@original"), b: try machine("purchase@fixed"))
    let report = compare(machines.a, machines.b)
    #expect(report.causes.map(\.behind) == [nil, nil, 0])
    #expect(report.causes.map(\.difference.lead.differenceClass) == [.fault, .transition, .fault])
    #expect(report.causes.last?.difference.findings.count == 1)
    #expect(report.isComplete && report.steps == 5 && report.stepsBehind == 1_000)
    let without = compare(machines.a, machines.b) { $0.stepsBehind = 0 }
    #expect(without.causes.map(\.script) == report.causes.prefix(2).map(\.script) && without.stepsBehind == 0)
    #expect(compare(machines.a, machines.b) { $0.depth = 2 }.causes.count == 1)
    let ignoring = compare(machines.a, machines.b) { $0.policy.ignoredClasses = [.fault] }
    #expect(ignoring.causes.map(\.behind) == [nil, nil] && ignoring.stepsBehind == 0)
  }

  @Test("the hazards of the home page are found by default, each with its own shortest script")
  func home() throws {
    let machines = Sides(a: try machine("home@original"), b: try machine("home@fixed"))
    let report = compare(machines.a, machines.b) { $0.depth = 5 }
    let laws = report.causes.flatMap(\.difference.findings).compactMap { finding -> String? in
      guard case .only(.a, let reaction) = finding.content, reaction.subject.kind == .broken else { return nil }
      return reaction.subject.name.text
    }
    #expect(
      laws == [
        "no more than one timer runs", "no timer runs when the page was left", "a reload blanks no total",
        "a tick makes no totals",
      ])
    #expect(
      report.causes.map(\.script.count) == [1, 1, 1, 3, 5] && report.causes.map(\.behind) == [nil, nil, nil, 0, 0])
    #expect(report.bound == .depth(5))
  }

  @Test("a field that only one has is not assigned, though rows of the other have one of its name")
  func lacking() throws {
    let report = compare(try machine("home@original"), try machine("home@fixed")) {
      ($0.domain.isPastTheScreen, $0.policy.failing, $0.pairs) = (true, .fault, 40)
    }
    let assigned = report.causes.flatMap(\.script).compactMap {
      if case .assign(let path, _) = $0.stimulus { path } else { nil }
    }
    #expect(!assigned.isEmpty && !assigned.contains("takesUntil"))
  }

  @Test(
    "what is found at all is found as early as by trying every script",
    arguments: pairs.filter { !$0.a.hasPrefix("phone") })
  func minimal(_ pair: (a: String, b: String)) throws {
    let machines = Sides(a: try machine(pair.a), b: try machine(pair.b))
    let report = compare(machines.a, machines.b) { $0.depth = 2 }
    let stimuli = Set(DiffSide.allCases.flatMap { Pair.offers(of: machines[$0], upTo: 2) })
      .filter { !machines.a.lacks($0) && !machines.b.lacks($0) }
    var found: [StepDifference.Cause: Int] = [:]
    for first in stimuli {
      var once = Pair(machines)
      let difference = once.step(DrivenStimulus(first))
      if let cause = difference?.cause { found[cause] = 1 }
      guard difference?.isSlight ?? true else { continue }
      for second in stimuli {
        var twice = once
        guard let cause = twice.step(DrivenStimulus(second))?.cause else { continue }
        found[cause] = min(found[cause] ?? .max, 2)
      }
    }
    for cause in report.causes { #expect(found[cause.difference.cause].map { $0 >= cause.script.count } ?? true) }
    let earliest = found.values.min()
    #expect(earliest == report.causes.first?.script.count || earliest == nil)
  }

  @Test("the parts of two definitions are equal exactly when their hashes are")
  func parts() {
    for a in SearchTests.machines {
      for b in SearchTests.machines {
        let isEqual = DefinitionDifference(Sides(a: a, b: b)).changes.isEmpty
        #expect(isEqual == a.definitionHash.utf8.elementsEqual(b.definitionHash.utf8), "\(a.title) \(b.title)")
      }
    }
  }
}

/// Two machines driven by a script, each step compared by itself.
private struct Pair {
  private let machines: Sides<Machine>
  private let scope: ComparisonScope
  private let shown: ShownFields
  private var snapshots: Sides<Snapshot>
  /// The turns of held steps, which count with those of the next.
  private var held = Sides<[Turn]>(a: [], b: [])

  init(_ machines: Sides<Machine>) {
    self.machines = machines
    scope = ComparisonScope(machines.map(\.parts))
    shown = ShownFields(machines.map(\.shownFields))
    snapshots = Sides(a: machines.a.open().snapshot, b: machines.b.open().snapshot)
  }

  /// Steps both.
  ///
  /// - Returns: In what they differ; nil when in nothing, or when the step is held.
  mutating func step(_ driven: DrivenStimulus) -> StepDifference? {
    held.a += machines.a.step(&snapshots.a, driven.stimulus, isHeld: driven.isHeld)
    held.b += machines.b.step(&snapshots.b, driven.stimulus, isHeld: driven.isHeld)
    if driven.isHeld { return nil }
    defer { held = Sides(a: [], b: []) }
    return StepDifference(held, in: scope)?.seen(shown)
  }

  /// What an observer sees of a step: each effect with the milliseconds since the stimulus.
  private static func seen(_ turns: [Turn]) -> [String] {
    let start = turns.first?.time ?? 0
    return turns.flatMap { turn in turn.effects.map { "\(turn.time - start) \($0)" } }
  }

  /// The length of a shortest script that two machines of one vocabulary answer differently.
  static func shortest(_ a: Machine, _ b: Machine, _ stimuli: [Stimulus], upTo length: Int) -> Int? {
    var level = [(a.open().snapshot, b.open().snapshot)]
    for depth in 1...length {
      var next: [(Snapshot, Snapshot)] = []
      for pair in level {
        for stimulus in stimuli {
          var (left, right) = pair
          let turns = (a.step(&left, stimulus), b.step(&right, stimulus))
          if seen(turns.0) != seen(turns.1) { return depth }
          // A refused stimulus leads nowhere new.
          if !turns.0.flatMap(\.effects).contains(where: { if case .refused = $0 { true } else { false } }) {
            next.append((left, right))
          }
        }
      }
      level = next
    }
    return nil
  }

  /// What a machine can be given within so many steps.
  static func offers(of machine: Machine, upTo length: Int) -> [Stimulus] {
    var level = [machine.open().snapshot]
    var offers: Set<Stimulus> = []
    for _ in 0..<length {
      var next: [Snapshot] = []
      for snapshot in level {
        for move in machine.moves(of: snapshot) {
          var stimulus = move.stimulus
          if case .advance(nil) = stimulus, let due = snapshot.nextDue {
            stimulus = .advance(milliseconds: max(0, due - snapshot.time))
          }
          offers.insert(stimulus)
          var reached = snapshot
          _ = machine.step(&reached, stimulus)
          next.append(reached)
        }
      }
      level = next
    }
    return Array(offers)
  }
}
