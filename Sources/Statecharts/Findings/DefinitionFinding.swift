/// Something about a definition that its author should know, found without running it.
public struct DefinitionFinding: Hashable, Sendable {
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The definition contradicts itself; such a machine is not opened.
    case error
    /// It surely is not meant so.
    case warning
    /// It may be meant so.
    case note
  }

  /// The name of its kind: `unknown-target`.
  public var code: String
  public var severity: Severity
  /// Where it is: a template, and a state seen from its root: `Login: login.idle`.
  public var place: String
  /// Which transition of the state is meant, where one is: `on 'login'`.
  public var transition: String?
  /// What is wrong.
  public var cause: String
  /// One thing to do.
  public var cure: String
  /// Why it is as it should be all the same, where the definition says so.
  public var acceptance: String?

  /// A region that is called as a field is; accepted, it keeps its bare name in output.
  public static let sharedName = "shared-name"

  public init(
    _ code: String, _ severity: Severity, at place: String, transition: String? = nil, cause: String, cure: String
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.transition = transition
    self.cause = cause
    self.cure = cure
  }

  /// Place, cause and cure as one sentence; what is accepted has its reason in place of the cure.
  public var sentence: String {
    let exact = transition.map { "\(place), \($0)" } ?? place
    return "\(exact): \(cause); \(acceptance.map { "accepted: \($0)" } ?? cure)"
  }
}
