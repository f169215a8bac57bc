/// Something about a definition that its author should know, found without running it.
package struct DefinitionFinding: Hashable, Sendable {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The definition contradicts itself; such a machine is not opened.
    case error
    /// It surely is not meant so.
    case warning
    /// It may be meant so.
    case note
  }

  /// The name of its kind: `unknown-target`.
  package var code: Name
  package var severity: Severity
  /// Where it is: a template, and a state seen from its root: `Login: login.idle`.
  package var place: Name
  /// Which transition of the state is meant, where one is: `on 'login'`.
  package var transition: String?
  /// What is wrong.
  package var cause: String
  /// One thing to do.
  package var cure: String
  /// Why it is as it should be all the same, where the definition says so.
  package var acceptance: String?

  /// A region that is called as a field is; accepted, it keeps its bare name in output.
  package static let sharedName: Name = "shared-name"

  package init(
    _ code: Name, _ severity: Severity, at place: Name, transition: String? = nil, cause: String, cure: String
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.transition = transition
    self.cause = cause
    self.cure = cure
  }

  /// Place, cause and cure as one sentence; what is accepted has its reason in place of the cure.
  package var sentence: String {
    let exact = transition.map { "\(place), \($0)" } ?? place.text
    return "\(exact): \(cause); \(acceptance.map { "accepted: \($0)" } ?? cure)"
  }
}
