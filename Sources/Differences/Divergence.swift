import Traces
import Turns

/// One difference between two runs, with its repetitions and the later steps that carry it.
package struct Divergence: Sendable {
  package enum Content: Hashable, Sendable {
    case step(DiffSide, [Reaction])
    /// A step that one run cannot do, with the other run's reactions.
    case absent(DiffSide, reason: String, [Reaction])
    /// The same act with another value, or held on one side only.
    case stimulus
    case only(DiffSide, Reaction)
    /// Two versions of one reaction. The changes are empty if a region's or field's chain differs as a whole.
    case changed(Sides<Reaction>, [ValueChange])
    /// Consecutive equal reactions, all shifted by the same time.
    case shifted([Sides<Reaction>])
    /// Only the given run has the reaction before the neighbour.
    case reordered(Reaction, firstOn: DiffSide, neighbour: Reaction)
  }

  /// Step numbers; 0 is the opening. Nil if a run lacks the step.
  package typealias Place = Sides<Int?>

  /// A region or field that still differs after the step, and how many later steps carry it.
  package struct Carry: Hashable, Sendable {
    package var subject: Reaction.Subject
    package var laterSteps: Int
    /// Nil if the runs differ to the end.
    package var reconverges: Place?
  }

  package var content: Content
  package var place: Place
  package var repetitions: [Place] = []
  package var stimulus: Sides<Cause?>
  package var carries: [Carry] = []
  /// The runs that had a turn of this finding's work in the step; both if it has no work.
  package var hasTurn = Sides(a: true, b: true)
  /// Whether only run b has it and nothing of run a changes.
  package var isAddition: Bool

  init(_ content: Content, at place: Place, stimulus: Sides<Cause?>, isAddition: Bool = false) {
    self.content = content
    self.place = place
    self.stimulus = stimulus
    self.isAddition = isAddition
  }

  package var differenceClass: DifferenceClass {
    switch content {
    case .step, .stimulus: .stimulus
    case .absent: .refusal
    case .only(_, let reaction): reaction.subject.kind.row.differenceClass
    case .changed(let reactions, let changes):
      !changes.isEmpty && changes.allSatisfy(\.isOrder) ? .order : reactions.a.subject.kind.row.changeClass
    case .shifted: .timing
    case .reordered: .order
    }
  }

  /// Nil in the stimulus's turn.
  var origin: Origin? {
    switch content {
    case .step, .absent, .stimulus: nil
    case .only(_, let reaction), .reordered(let reaction, _, _): reaction.origin
    case .changed(let reactions, _): reactions.a.origin ?? reactions.b.origin
    case .shifted(let pairs): pairs.first?.a.origin
    }
  }

  package var count: Int { repetitions.count + 1 }
}

extension Divergence.Content {
  /// The reactions it is about, of run a if both have them; empty for a whole step or a stimulus.
  var reactions: [Reaction] {
    switch self {
    case .step, .absent, .stimulus: []
    case .only(_, let reaction), .reordered(let reaction, _, _): [reaction]
    case .changed(let reactions, _): [reactions.a]
    case .shifted(let pairs): pairs.map(\.a)
    }
  }

  /// As in the JSON form.
  var word: String {
    switch self {
    case .step: "step"
    case .absent: "absent"
    case .stimulus: "stimulus"
    case .only: "only"
    case .changed: "changed"
    case .shifted: "shifted"
    case .reordered: "reordered"
    }
  }
}

extension Divergence {
  /// Equal for a finding and its repetitions.
  struct Key: Hashable {
    var content: Content
    var stimulus: Sides<Value>
  }

  var cause: Key { Key(content: content, stimulus: stimulus.map(\.identity)) }
}
