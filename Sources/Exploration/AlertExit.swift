import Statecharts
import ViewModels

extension Stepper {
  /// Whether an alert that was dismissed is gone, or goes when those like it that came behind it are dismissed too, by whichever
  /// buttons: tried first is what leaves the fewest alerts.
  mutating func leaves(_ alert: AlertState, _ machine: Machine, _ keys: inout KeyMaker) -> Bool {
    let most = machine.alertCount(of: snapshot) + Self.mostFurtherAlerts
    var (seen, open): (Set<Fingerprint>, [(snapshot: Snapshot, alerts: Int)]) = ([], [(snapshot, 0)])
    while seen.count < most, let place = open.indices.min(by: { open[$0].alerts < open[$1].alerts }) {
      let here = open.remove(at: place).snapshot
      if here.fault != nil || machine.alert(of: here) != alert { return true }
      guard seen.insert(keys.key(of: here)).inserted else { continue }
      for button in alert.buttons {
        snapshot = here
        step(.dismiss(button: button))
        open.append((snapshot, machine.alertCount(of: snapshot)))
      }
    }
    return false
  }

  /// So many alerts that come behind those that wait already are dismissed before they are taken for endless.
  private static var mostFurtherAlerts: Int { 64 }
}
