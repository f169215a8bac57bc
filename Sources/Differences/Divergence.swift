import Traces
import Turns

/// One difference between two runs: a cause, with the places where it occurs and the steps that merely carry it on.
package struct Divergence: Sendable {
  /// What differs.
  package enum Content: Hashable, Sendable {
    /// A step that only one run has, with what it did.
    case step(DiffSide, [Reaction])
    /// A step that a run cannot do, with the reason, and what the other did in it.
    case absent(DiffSide, reason: String, [Reaction])
    /// Both did the same to the same thing, with another value or held on one side.
    case stimulus
    /// A reaction that only one run has.
    case only(DiffSide, Reaction)
    /// Two versions of one reaction. The changes are empty where the chain of a region or field differs as a whole.
    case changed(Sides<Reaction>, [ValueChange])
    /// Equal reactions, one after the other, that come at another time; offsets are in the reactions.
    case shifted([Sides<Reaction>])
    /// The same reaction at the same instant, but on the other side of a neighbour, before which the given run has it.
    case reordered(Reaction, firstOn: DiffSide, neighbour: Reaction)
  }

  /// A step in both runs, by its number in each: 0 is the opening, then stimuli count. Nil where a run lacks it.
  package typealias Place = Sides<Int?>

  /// A region or field that stays different after the step.
  package struct Carry: Hashable, Sendable {
    package var subject: Reaction.Subject
    /// How many later steps merely carry it.
    package var laterSteps: Int
    /// The step that makes both equal again; nil when the runs end different.
    package var reconverges: Place?
  }

  package var content: Content
  /// Where it occurs first.
  package var place: Place
  /// Where else it occurs, in order.
  package var repetitions: [Place] = []
  /// The stimulus of the step; nil for the opening, and for a run that lacks the step.
  package var stimulus: Sides<Cause?>
  package var carries: [Carry] = []
  /// The runs in which the step had a turn of this finding's work; both where it has none.
  package var hasTurn = Sides(a: true, b: true)
  /// Whether it is something that the second run does besides, and that takes nothing away.
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

  /// The work in whose turn it happened; nil in the turn of the stimulus.
  var origin: Origin? {
    switch content {
    case .step, .absent, .stimulus: nil
    case .only(_, let reaction), .reordered(let reaction, _, _): reaction.origin
    case .changed(let reactions, _): reactions.a.origin ?? reactions.b.origin
    case .shifted(let pairs): pairs.first?.a.origin
    }
  }

  /// How many times it occurs.
  package var count: Int { repetitions.count + 1 }
}

extension Divergence: Hashable {
  package static func == (left: Divergence, right: Divergence) -> Bool {
    left.cause == right.cause && left.place == right.place && left.repetitions == right.repetitions
      && left.carries == right.carries && left.isAddition == right.isAddition
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(cause)
    hasher.combine(place)
  }

  /// What two findings share when one repeats the other.
  struct Key: Hashable {
    var content: Content
    var stimulus: Sides<Value>
  }

  var cause: Key { Key(content: content, stimulus: stimulus.map(\.identity)) }
}
