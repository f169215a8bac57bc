/// Something of a machine that a run can take.
package struct CoverageItem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A state was active.
    case state
    /// A transition was taken, be it an eventless or a delayed one.
    case transition
    /// A command was refused.
    case refusal
    /// A service answered so.
    case outcome
    /// A delay or a timer came due.
    case timer
    /// An alert was shown, or left by a button.
    case alert
  }

  package let kind: Kind
  /// The view model that it belongs to; empty for what belongs to the machine.
  package let owner: String
  package let name: String
  /// Why no run takes it, as far as the definition tells; nil when some may.
  package let excuse: String?

  /// `Login: login.executing`, `authenticate fail`.
  package var title: String { owner.isEmpty ? name : "\(owner): \(name)" }

  func isSame(as other: CoverageItem) -> Bool {
    kind == other.kind && owner.utf8.elementsEqual(other.owner.utf8) && name.utf8.elementsEqual(other.name.utf8)
  }
}
