import Statecharts
import ViewModels

extension Stepper {
  /// Whether an alert that was dismissed is gone, or goes when those like it that came behind it are dismissed too.
  ///
  /// - Parameter keys: Tells states apart, with nothing left out.
  mutating func leaves(_ alert: AlertState, _ machine: Machine, _ keys: inout KeyMaker) -> Bool {
    var seen: Set<Fingerprint> = []
    let most = machine.alertCount(of: snapshot) + Self.mostFurtherAlerts
    while snapshot.fault == nil, machine.alert(of: snapshot) == alert {
      guard let button = alert.buttons.first, seen.count < most,
        seen.insert(keys.key(of: snapshot)).inserted
      else { return false }
      step(.dismiss(button: button))
    }
    return true
  }

  /// So many alerts that come behind those that wait already are dismissed before they are taken for endless.
  private static var mostFurtherAlerts: Int { 64 }
}
