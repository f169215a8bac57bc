import Statecharts

/// What a search asks of a state in which something should go on.
extension Machine {
  /// The alert that is shown.
  package func alert(of snapshot: Snapshot) -> AlertState? { View(machine: self, snapshot: snapshot).alert?.state }

  /// How many alerts there are: the one that is shown, and those that wait behind it.
  package func alertCount(of snapshot: Snapshot) -> Int { View(machine: self, snapshot: snapshot).model.alerts.count }

  /// The name of the top page.
  package func page(of snapshot: Snapshot) -> String { View(machine: self, snapshot: snapshot).pages.last ?? "" }

  /// Whether the page offers something, or is covered, though nobody can make a move: not so where a text could be typed or
  /// a value given, where there is nothing but things to read, and when the machine has finished.
  ///
  /// - Precondition: There is no move.
  package func isTrap(_ snapshot: Snapshot) -> Bool {
    let view = View(machine: self, snapshot: snapshot)
    guard snapshot.fault == nil, let root = view.entry(view.root), !root.isFinished else { return false }
    if view.cover != nil { return true }
    guard let (owner, screen) = view.top else { return false }
    let places = screen.controls.map { View.ControlPlace(control: $0, instance: owner, index: nil) }
    if places.contains(where: { $0.control.isText || $0.control.takesValue && view.disabled($0) == nil }) {
      return false
    }
    return places.contains { $0.control.isUsed }
  }
}

extension Control {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }
  fileprivate var takesValue: Bool {
    if case .button = kind { takes.map { $0 != .void } ?? false } else { false }
  }
  /// Whether a tap of it, or of its rows, means something.
  fileprivate var isUsed: Bool {
    switch kind {
    case .button, .refresh, .banner: true
    case .list(_, let select, let controls): select != nil || controls.contains(where: \.isUsed)
    case .text, .label, .badge, .scroll: false
    }
  }
}
