import Console
import Exploration
import Traces
import ViewModels

/// What `--touches` asks of a case: that its run enters a state, takes a transition, or changes a field.
struct Touch: Sendable {
  /// As coverage names a state or a transition, as output names a field, or the last part of it.
  let name: String

  /// - Throws: that no machine has such a thing, with the nearest name.
  init(_ name: String, in machines: [Machine]) throws(Diagnostic) {
    self.name = name
    let words = machines.map(TouchWords.init)
    if words.contains(where: { $0.isKnown(name) }) { return }
    let nearest = NearestWord.find(name, among: words.flatMap(\.names)).map { "; did you mean '\($0)'?" }
    throw Diagnostic(
      code: "E1118",
      sentence: "no machine of these transcripts has a state, a transition or a field '\(name)'"
        + (nearest ?? "; 'coverage --json' lists the states and transitions"))
  }
}

/// What of a machine a case can touch.
private struct TouchWords {
  private let items: [CoverageItem]
  private let fields: [String]

  init(_ machine: Machine) {
    items = Coverage(of: machine).items.filter(\.isTouchable)
    fields = machine.program.templates.filter { !$0.isInternal }.flatMap { $0.fields.map(\.name) }
  }

  var names: [String] { items.map(\.name) + fields }

  func isKnown(_ name: String) -> Bool {
    if items.contains(where: { $0.isNamed(name) }) { return true }
    let path = PathSelection([name])
    return fields.contains { path.contains($0) || name.utf8.elementsEqual($0.utf8) || name.endsInPart($0) }
  }
}

/// What a case touched.
struct TouchedThings {
  private var coverage: Coverage
  private var fields: Set<[UInt8]> = []

  /// Drives the case again. Linear in it.
  init?(_ session: Session) {
    guard let machine = session.machine else { return nil }
    var coverage = Coverage(of: machine)
    var fields: Set<[UInt8]> = []
    session.visitSteps { step in
      coverage.add(step)
      for effect in step.turns.flatMap(\.effects) {
        if case .set(let field, let old, let new) = effect, old != new { fields.insert(Array(field.utf8)) }
      }
    }
    self.coverage = coverage
    self.fields = fields
  }

  func contains(_ touch: Touch) -> Bool {
    let isTaken = coverage.items.indices.contains { index in
      coverage.isTaken(index) && coverage.items[index].isTouchable && coverage.items[index].isNamed(touch.name)
    }
    if isTaken { return true }
    let path = PathSelection([touch.name])
    return fields.contains { bytes in
      let field = String(decoding: bytes, as: UTF8.self)
      return path.contains(field) || field.endsInPart(touch.name)
    }
  }
}

extension CoverageItem {
  fileprivate var isTouchable: Bool { kind == .state || kind == .transition }

  /// Whether a text is the name, with its view model or without it, or a state's last part.
  fileprivate func isNamed(_ text: String) -> Bool {
    name.utf8.elementsEqual(text.utf8) || title.utf8.elementsEqual(text.utf8) || kind == .state && name.endsInPart(text)
  }
}

extension String {
  /// Whether `.` and the part end it.
  fileprivate func endsInPart(_ part: String) -> Bool {
    let end = [UInt8(ascii: ".")] + part.utf8
    return utf8.count > end.count && utf8.suffix(end.count).elementsEqual(end)
  }
}
