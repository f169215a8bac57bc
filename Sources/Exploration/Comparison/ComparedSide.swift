import Differences
import Traces
import ViewModels

/// One of the two machines of a comparison, as a search drives it: in this process, or in another.
///
/// Where the machine can stand is known by number, and many questions are asked at once.
package protocol ComparedSide: AnyObject {
  /// What can keep an answer from coming; `Never` in this process.
  associatedtype Failure: Error

  /// What the definition declares.
  var parts: [DefinitionPart] { get }
  /// What the fields are called that somebody outside the machine sees; nil where every field counts.
  var shownFields: [Name]? { get }
  /// What the lists are called whose rows are known by a declared field, and that field.
  var rowKeys: [Name: Name] { get }
  /// For how many pairs of states it is asked at once.
  var stride: Int { get }

  /// Where the search begins.
  func begin() throws(Failure) -> SideOpening
  /// What the outside can do at each place, time aside.
  func offers(at places: [Int]) throws(Failure) -> [[Stimulus]]
  /// Takes steps, each from a place; nil for one whose stimulus is for a name that the machine lacks.
  func take(_ steps: [SideStep]) throws(Failure) -> [SideStep.Result?]
  /// What was not tried or reached of it so far; nil where it cannot say.
  var untried: Untried? { get }
  /// Forgets places that nobody asks for again.
  func forget(_ places: [Int])
}

/// Where a machine stands.
package struct Standing: Sendable {
  /// Its number.
  package var place: Int
  /// Two of one key have one future.
  package var key: Fingerprint
  /// Virtual milliseconds to the next work; nil when nothing waits.
  package var untilDue: Int?
  package var hasCrashed: Bool

  package init(place: Int, key: Fingerprint, untilDue: Int?, hasCrashed: Bool) {
    self.place = place
    self.key = key
    self.untilDue = untilDue
    self.hasCrashed = hasCrashed
  }
}

/// A machine where a search begins.
package struct SideOpening: Sendable {
  package var standing: Standing
  /// The state of every region.
  package var phase: [RegionState]
  /// The fields that are shown.
  package var fields: [Member]

  package init(standing: Standing, phase: [RegionState], fields: [Member]) {
    self.standing = standing
    self.phase = phase
    self.fields = fields
  }
}

/// A step that one of the two is to take.
package struct SideStep: Sendable {
  package struct Result: Sendable {
    package var standing: Standing
    /// What it did, with the held steps before it.
    package var done: StepReactions

    package init(standing: Standing, done: StepReactions) {
      self.standing = standing
      self.done = done
    }
  }

  package var place: Int
  package var stimulus: Stimulus
  /// Whether what it makes due is left waiting.
  package var isHeld: Bool

  package init(place: Int, stimulus: Stimulus, isHeld: Bool) {
    self.place = place
    self.stimulus = stimulus
    self.isHeld = isHeld
  }
}
