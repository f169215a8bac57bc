/// A defect or risk of a definition, found without running it.
package struct DefinitionFinding: Hashable, Sendable {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The definition contradicts itself; such a machine is not opened.
    case error
    /// Surely unintended.
    case warning
    /// Possibly intended.
    case note
  }

  package var code: Name
  package var severity: Severity
  /// The template and the state's path: `Login: login.idle`.
  package var place: Name
  package var transition: String?
  package var cause: String
  package var cure: String
  package var acceptance: String?

  /// A region has a field's name; if accepted, output shows the bare name.
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

  /// Place, cause and fix in one sentence; an accepted finding has its reason instead of the fix.
  package var sentence: String {
    let exact = transition.map { "\(place), \($0)" } ?? place.text
    return "\(exact): \(cause); \(acceptance.map { "accepted: \($0)" } ?? cure)"
  }
}
