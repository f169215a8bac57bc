import Statecharts

/// A field or an input of an object, whose number is 0, or of one of its rows.
package struct MemberPlace: Hashable, Sendable {
  let number: Int
  /// Its place in the type.
  let index: Int
}

struct Entry: Hashable, Sendable {
  enum Call: Hashable, Sendable {
    case make
    case set(MemberPlace, Value)
    case input(MemberPlace, Value)
    case job(Int)
    case wake(Int)
    case answer(Int, Outcome, Value)
  }

  /// Virtual time in milliseconds.
  let time: Int
  let call: Call
}

/// All calls into an object so far; lists share their past. A snapshot holds the last node.
///
/// It is immutable, but `deinit` frees the list iteratively, because recursion could overflow the stack.
final class JournalNode: @unchecked Sendable {
  private(set) var parent: JournalNode?
  let entry: Entry
  let depth: Int
  /// Covers what the object did, except assignments; a replay must give the same digest.
  let digest: Int
  /// Covers all calls up to this one.
  let history: Int

  init(after parent: JournalNode?, _ entry: Entry, digest: Int) {
    self.parent = parent
    self.entry = entry
    self.digest = digest
    depth = (parent?.depth ?? 0) + 1
    var hasher = Hasher()
    hasher.combine(parent?.history)
    hasher.combine(entry)
    history = hasher.finalize()
  }

  deinit {
    var next = parent.take()
    while let node = next {
      guard isKnownUniquelyReferenced(&next) else { break }
      next = node.parent.take()
    }
  }

  var path: [JournalNode] { sequence(first: self, next: \.parent).reversed() }

  /// Linear only back to a common node.
  static func areEqual(_ first: JournalNode?, _ second: JournalNode?) -> Bool {
    guard first?.depth == second?.depth else { return false }
    var (first, second) = (first, second)
    while first !== second {
      guard let one = first, let other = second, one.entry == other.entry else { return false }
      (first, second) = (one.parent, other.parent)
    }
    return true
  }
}

extension [Deed] {
  /// A number that differs where the work and the requests differ. Assignments and rows that came are not in it:
  /// they are not seen while a journal is played again.
  var digest: Int {
    var hasher = Hasher()
    for deed in self {
      switch deed {
      case .assigned, .came: break
      default: hasher.combine(deed)
      }
    }
    return hasher.finalize()
  }
}
