import Statecharts
import ViewModels

extension Stepper {
  /// Whether an alert that was dismissed is gone, or goes when those like it that came behind it are dismissed too.
  ///
  /// - Parameter keys: Tells states apart, with nothing left out.
  mutating func leaves(_ alert: AlertState, _ machine: Machine, _ keys: inout KeyMaker) -> Bool {
    var seen: Set<Fingerprint> = []
    while snapshot.fault == nil, machine.alert(of: snapshot) == alert {
      guard let button = alert.buttons.first, seen.count < Self.mostAlerts,
        seen.insert(keys.key(of: snapshot)).inserted
      else { return false }
      step(.dismiss(button: button))
    }
    return true
  }

  /// So many alerts of one kind, one behind the other, are dismissed before they are taken for endless.
  private static var mostAlerts: Int { 64 }
}
