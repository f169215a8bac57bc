import Statecharts

/// One call into an object.
struct Entry: Sendable {
  enum Call: Sendable {
    case make
    case set(field: Int, Value)
    case input(Int, Value)
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
  let digest: UInt64

  init(after parent: JournalNode?, _ entry: Entry, digest: UInt64) {
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

extension Entry: Equatable {
  static func == (left: Entry, right: Entry) -> Bool {
    guard left.time == right.time else { return false }
    return switch (left.call, right.call) {
    case (.make, .make): true
    case (.set(let field, let value), .set(let other, let otherValue)): field == other && value == otherValue
    case (.input(let input, let value), .input(let other, let otherValue)): input == other && value == otherValue
    case (.job(let job), .job(let other)): job == other
    case (.wake(let sleep), .wake(let other)): sleep == other
    case (.answer(let request, let outcome, let value), .answer(let other, let otherOutcome, let otherValue)):
      request == other && outcome == otherOutcome && value == otherValue
    default: false
    }
  }
}

extension [Deed] {
  /// A number that differs where the work and the requests differ. Assignments are not in it: they are not seen while a journal
  /// is played again.
  var digest: UInt64 {
    var digest = Digest()
    for deed in self {
      switch deed {
      case .assigned: break
      case .readied(let job, _, let name): digest.add(1, job, name)
      case .slept(let number, let milliseconds, let name): digest.add(2, number &+ milliseconds &* 1000, name)
      case .wokeEarly(let number): digest.add(3, number, "")
      case .asked(let number, let service, _): digest.add(4, number, service)
      case .gaveUp(let number): digest.add(5, number, "")
      case .sent(let subject, _): digest.add(6, subject, "")
      case .ended(let input, let ending, _): digest.add(7, input, "\(ending)")
      }
    }
    return digest.value
  }

  private struct Digest {
    var value: UInt64 = 14_695_981_039_346_656_037

    mutating func add(_ kind: UInt64, _ number: Int, _ text: String) {
      mix(kind)
      mix(UInt64(bitPattern: Int64(number)))
      for byte in text.utf8 { mix(UInt64(byte)) }
    }

    private mutating func mix(_ word: UInt64) { value = (value ^ word) &* 1_099_511_628_211 }
  }
}
