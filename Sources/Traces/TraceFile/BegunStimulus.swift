import Turns

/// A stimulus as a recorder writes it before its step runs, so that the file also names the step of a trap.
package struct BegunStimulus: Hashable, Sendable {
  package let event: String
  /// Empty if it has none.
  package let target: String
  package let value: Value?
  /// The name of a secret value, such as `right`: a sample's, or `typed1` for the first secret without a name.
  package let secret: String?

  package init(_ event: String, on target: String = "", value: Value? = nil, secret: String? = nil) {
    (self.event, self.target, self.value, self.secret) = (event, target, value, secret)
  }

  package init(_ cause: Cause, secret: String? = nil) {
    self.init(cause.event, on: cause.target, value: cause.value, secret: secret)
  }
}
