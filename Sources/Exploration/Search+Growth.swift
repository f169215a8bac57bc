import Statecharts
import ViewModels

/// What makes a machine's states endless: values that grow.
extension Search {
  /// How many pieces the way to the last state is cut into.
  private static var pieces: Int { 5 }

  /// Returns what is greater at every fifth of the way to the state that was found last; nothing when the way is shorter.
  func growth() -> [(path: String, sizes: [Int])] {
    let way = snapshotsOnTheWay(pieces: Self.pieces)
    guard way.count == Self.pieces else { return [] }
    let sizes = way.map { machine.sizes(of: $0) }
    return sizes[0].compactMap { path, first in
      let others = sizes.dropFirst().compactMap { $0.first { $0.path.utf8.elementsEqual(path.utf8) }?.size }
      let all = [first] + others
      guard all.count == sizes.count, zip(all, all.dropFirst()).allSatisfy(<) else { return nil }
      return (path, all)
    }
  }
}

extension Machine {
  /// Whatever of a snapshot can grow: numbers, lengths of texts and lists, pages, alerts and work.
  fileprivate func sizes(of snapshot: Snapshot) -> [(path: String, size: Int)] {
    let fields = fields(of: snapshot).flatMap { field -> [FieldState] in
      guard field.listsRows else { return [field] }
      return [field] + self.fields(of: snapshot, below: "\(field.path)[0]")
    }
    return fields.compactMap { field in field.value.size.map { ("'\(field.path)'", $0) } }
      + [
        ("the count of pages", screen(of: snapshot).pages.count),
        ("the count of requests", requests(of: snapshot).count),
        ("the count of waiting work", work(of: snapshot).count),
      ]
  }
}

extension Value {
  /// The number that it is or that it reads as, else how long it is.
  fileprivate var size: Int? {
    switch self {
    case .int(let number): number
    case .string(let text): Int(text) ?? text.utf8.count
    case .list(let parts): parts.count
    default: nil
    }
  }
}
