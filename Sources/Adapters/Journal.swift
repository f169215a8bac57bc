import Statecharts

/// A field or an input of an object, whose number is 0, or of one of its rows.
package struct MemberPlace: Hashable, Sendable {
  let number: Int
  /// Its place in the type.
  let index: Int
}

/// One call into an object.
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

/// Every call into an object so far, as a list that shares its past with other lists: a snapshot holds its end.
///
/// It is immutable but for its end of life, where the list is freed without recursion.
final class JournalNode: @unchecked Sendable {
  private(set) var parent: JournalNode?
  let entry: Entry
  let depth: Int
  /// What the object did then, but for assignments; it does the same when the journal is played again.
  let digest: Int

  init(after parent: JournalNode?, _ entry: Entry, digest: Int) {
    self.parent = parent
    self.entry = entry
    self.digest = digest
    depth = (parent?.depth ?? 0) + 1
  }

  deinit {
    var next = parent.take()
    while let node = next {
      guard isKnownUniquelyReferenced(&next) else { break }
      next = node.parent.take()
    }
  }

  /// The nodes from the first on.
  var path: [JournalNode] {
    var nodes: [JournalNode] = []
    nodes.reserveCapacity(depth)
    var node: JournalNode? = self
    while let next = node {
      nodes.append(next)
      node = next.parent
    }
    return nodes.reversed()
  }

  /// Whether two journals have the same entries. Linear only back to where they parted.
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
