import Differences
import Traces
import ViewModels

/// A machine of a comparison, in this process or another. The search names its states by number and batches
/// requests.
package protocol ComparedSide: AnyObject {
  /// Why an answer may fail; `Never` in this process.
  associatedtype Failure: Error

  var parts: [DefinitionPart] { get }
  /// The fields visible outside the machine; nil if every field counts.
  var shownFields: [Name]? { get }
  /// The key field of each list that declares one.
  var rowKeys: [Name: Name] { get }
  /// How many pairs of states one request covers.
  var stride: Int { get }

  func begin() throws(Failure) -> SideOpening
  /// The possible stimuli at each place, without time.
  func offers(at places: [Int]) throws(Failure) -> [[Stimulus]]
  /// Makes steps; nil for one whose stimulus names something that the machine lacks.
  ///
  /// - Parameter others: The other machine's steps.
  func take(_ steps: [SideStep], beside others: [SideStep.Result?]) throws(Failure) -> [SideStep.Result?]
  var untried: Untried? { get }
  /// Frees places that are not used again.
  func forget(_ places: [Int])
}

package struct Standing: Sendable {
  package var place: Int
  /// Equal keys have equal futures.
  package var key: Fingerprint
  package var untilDue: Int?
  package var hasCrashed: Bool

  package init(place: Int, key: Fingerprint, untilDue: Int?, hasCrashed: Bool) {
    self.place = place
    self.key = key
    self.untilDue = untilDue
    self.hasCrashed = hasCrashed
  }
}

package struct SideOpening: Sendable {
  package var standing: Standing
  package var phase: [RegionState]
  package var fields: [Member]

  package init(standing: Standing, phase: [RegionState], fields: [Member]) {
    self.standing = standing
    self.phase = phase
    self.fields = fields
  }
}

package struct SideStep: Sendable {
  package struct Result: Sendable {
    package var standing: Standing
    /// Includes the held steps before it.
    package var done: StepReactions

    package init(standing: Standing, done: StepReactions) {
      self.standing = standing
      self.done = done
    }
  }

  package var place: Int
  package var stimulus: Stimulus
  /// Whether the work it makes due is left waiting.
  package var isHeld: Bool

  package init(place: Int, stimulus: Stimulus, isHeld: Bool) {
    self.place = place
    self.stimulus = stimulus
    self.isHeld = isHeld
  }
}
