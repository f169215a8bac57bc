import Statecharts

/// A run cut into steps: the opening, and then a stimulus each with the turns that followed from it.
struct RunSteps {
  /// The opening's stimulus is nil.
  struct Step {
    var stimulus: Cause?
    var turns: Range<Int>
    /// Why the machine cannot do the step; nil when it can.
    var absence: String?
  }

  let trace: Trace
  /// The first is the opening, also when no turn belongs to it.
  let steps: [Step]

  init(_ trace: Trace) {
    self.trace = trace
    steps = Self.steps(of: trace)
  }

  private static func steps(of trace: Trace) -> [Step] {
    let turns = trace.turns
    var starts = turns.indices.filter { $0 > 0 && turns[$0].cause.startsStep }
    if let first = turns.first, first.cause.source == .user { starts.insert(0, at: 0) }
    let ends = starts.dropFirst() + [turns.count]
    let opening = Step(stimulus: nil, turns: 0..<(starts.first ?? turns.count))
    return [opening]
      + zip(starts, ends).map { start, end in
        Step(stimulus: turns[start].cause, turns: start..<end, absence: trace.absences[start])
      }
  }

  /// What a step did, in order; folds it into the state of the run so far.
  func reactions(of step: Int, from state: inout RunState) -> [Reaction] {
    var result = step == 0 ? state.open(trace.header) : []
    let turns = trace.turns[steps[step].turns]
    let start = steps[step].stimulus == nil ? 0 : turns.first?.time ?? 0
    for turn in turns {
      let offset = turn.time.subtractingReportingOverflow(start).partialValue
      result += turn.reactions(at: offset, from: &state)
    }
    return result
  }
}

extension Trace.Header {
  /// What the machine was when it was opened, as reactions that have no old value.
  var initialReactions: [Reaction] {
    phase.map { Reaction(.transition, $0.region, [.string($0.state)]) }
      + fields.map { Reaction(.field, $0.name, [$0.value]) }
  }
}

extension Turn {
  /// What a turn did; all changes of one field, and all moves of one region, stand where the first of them stood.
  func reactions(at offset: Int, from state: inout RunState) -> [Reaction] {
    var result: [Reaction] = []
    var chains: [Reaction.Subject: Int] = [:]
    let origin = Origin(cause)
    for effect in effects {
      guard var reaction = Reaction(effect, at: offset, in: &state) else { continue }
      reaction.origin = origin
      state.fold(reaction)
      guard reaction.subject.kind.isStateful else { result.append(reaction); continue }
      if let chain = chains[reaction.subject] {
        result[chain].values += reaction.values
      } else {
        chains[reaction.subject] = result.count
        result.append(reaction)
      }
    }
    return result
  }
}

extension Cause {
  /// A machine that is opened once more begins a step like any stimulus.
  fileprivate var startsStep: Bool {
    switch source {
    case .user, .open: true
    case .reply, .timer, .delay, .hop: false
    }
  }
}

/// Where a run has come to: the folding of its reactions. Old values come from here.
struct RunState {
  private var values: [Reaction.Subject: Value] = [:]
  /// What of rows is known apart from the fields that hold them, by these fields.
  private var subjectsOfRows: [ExactString: [Reaction.Subject]] = [:]
  private var rowNames: RowNames

  /// - Parameter rules: By what the rows of lists are paired, which are called by their keys then.
  init(by rules: ComparisonRules = ComparisonRules()) {
    rowNames = RowNames(by: rules)
  }

  /// The value of a field, or the state of a region; nil when nothing has been said of it yet.
  subscript(subject: Reaction.Subject) -> Value? {
    mutating get { values[subject] ?? valueInRow(subject) }
  }

  /// Takes in what a machine was when it was opened, and tells it.
  mutating func open(_ header: Trace.Header) -> [Reaction] {
    var reactions = header.initialReactions
    for index in reactions.indices {
      nameRow(of: &reactions[index])
      fold(reactions[index])
    }
    return reactions
  }

  /// Names the row that a reaction is about.
  mutating func nameRow(of reaction: inout Reaction) { rowNames.take(&reaction) }

  /// Takes in what a reaction changed.
  mutating func fold(_ reaction: Reaction) {
    let subject = reaction.subject
    guard subject.kind.isStateful, let last = reaction.values.last else { return }
    let known = values.updateValue(last, forKey: subject)
    if let field = subject.fieldOfRow {
      if known == nil { subjectsOfRows[field, default: []].append(subject) }
    } else if !subjectsOfRows.isEmpty, let rows = subjectsOfRows.removeValue(forKey: ExactString(subject.name)) {
      for subject in rows { values[subject] = nil }
    }
  }

  /// What the field that holds a row says of it.
  private mutating func valueInRow(_ subject: Reaction.Subject) -> Value? {
    guard subject.fieldOfRow != nil, let path = PathInRow(rowNames.path(of: subject.name)) else { return nil }
    let value = values[Reaction.Subject(.field, path.list)]?.part(at: path.steps)
    guard subject.kind == .transition else { return value }
    guard case .enumeration(let state, _)? = value else { return nil }
    return .string(state)
  }
}

extension Reaction.Subject {
  /// The field that holds the row which it is about: `items` of `items[3].total`; nil for what is in no row.
  fileprivate var fieldOfRow: ExactString? {
    guard let open = name.utf8.firstIndex(of: UInt8(ascii: "[")), !name.isDetached else { return nil }
    return ExactString(String(name[..<open]))
  }

  /// Whether it is in a row of a field.
  func isInRow(of field: Reaction.Subject) -> Bool {
    field.kind == .field && fieldOfRow.map { $0 == ExactString(field.name) } ?? false
  }
}
