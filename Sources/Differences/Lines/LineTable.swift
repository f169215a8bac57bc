import Files
import Sequences
import Traces
import Turns

/// Numbers the turn lines of two trace files. Equal lines have equal numbers and are decoded once.
struct LineTable {
  /// Equal for lines with the same effects on the same subjects, with any values.
  struct Kind: Hashable {
    fileprivate(set) var names: [Int32] = []
    fileprivate(set) var others: [Int32] = []
    /// Whether it names a row, whose name depends on its list.
    fileprivate(set) var hasRows = false
    fileprivate(set) var hasSecrets = false
  }

  struct Facts {
    let kind: Int32
    let stimulus: Int32?
    let isOpening: Bool
  }

  private var numbers: [LineBytes: Int32] = [:]
  private var lines: [LineBytes] = []
  private(set) var facts: [Facts] = []
  private(set) var kinds: [Kind] = []
  private var kindNumbers = Numbering<Kind>()
  private(set) var subjects: [Reaction.Subject] = []
  private var subjectNumbers: [Reaction.Subject: Int32] = [:]
  private var stimuli = Numbering<Stimulus?>()

  /// Any header works, because a turn decodes independently of earlier lines.
  private var decoder = TraceDecoder(behind: Trace.Header(machine: "", definition: ""))
  private var time = 0
  /// Larger elapsed times could overflow the sum over the largest file.
  private static let elapsedLimit = 10_000_000_000

  let noStimulus: Int32

  init() {
    noStimulus = stimuli.number(of: nil)
  }

  var stimulusCount: Int { stimuli.count }

  func bytes(of line: Int32) -> [UInt8] { lines[Int(line)].copy }

  func number(ofKnown subject: Reaction.Subject) -> Int32? { subjectNumbers[subject] }

  /// Nil for a line that is no turn, or whose time is too long to check alone.
  mutating func number(of line: LineBytes) -> Int32? {
    if let known = numbers[line] { return known }
    guard case .turn(let turn)? = try? decoder.read(line: line.copy), turn.time - time < Self.elapsedLimit else {
      return nil
    }
    time = turn.time
    let number = Int32(lines.count)
    numbers[line] = number
    lines.append(line)
    facts.append(facts(of: turn))
    return number
  }

  private mutating func facts(of turn: Turn) -> Facts {
    let kind = kind(of: turn)
    let number = kindNumbers.number(of: kind)
    if number == kinds.count { kinds.append(kind) }
    let stimulus = turn.cause.startsStep ? turn.cause : nil
    return Facts(
      kind: number, stimulus: stimulus.map { stimuli.number(of: Stimulus($0)) },
      isOpening: turn.cause.source == .open)
  }

  private mutating func kind(of turn: Turn) -> Kind {
    var kind = Kind()
    for effect in turn.effects {
      switch effect {
      // A tie is no reaction.
      case .tie: continue
      case .set(_, _, let new) where new.hasSecrets: kind.hasSecrets = true
      default: break
      }
      let reaction = Reaction(of: effect)
      let subject = reaction.subject
      if subject.kind.isStateful || subject.kind == .notified, subject.isOfRow { kind.hasRows = true }
      if !subject.kind.isStateful {
        kind.others.append(number(of: reaction.common))
      } else {
        let name = number(of: subject)
        if !kind.names.contains(name) { kind.names.append(name) }
      }
    }
    return kind
  }

  private mutating func number(of subject: Reaction.Subject) -> Int32 {
    if let known = subjectNumbers[subject] { return known }
    let number = Int32(subjects.count)
    subjectNumbers[subject] = number
    subjects.append(subject)
    return number
  }
}

/// A compact form of a stimulus, compared by bytes, as `identity` is.
private struct Stimulus: Hashable {
  private let source: Cause.Source
  private let event: Name
  private let target: Name
  private let value: Value?
  private let isHeld: Bool

  init(_ cause: Cause) {
    (source, event, target) = (cause.source, Name(cause.event), Name(cause.target))
    (value, isHeld) = (cause.value, cause.isHeld)
  }
}

extension Reaction.Subject {
  fileprivate var isOfRow: Bool { name.utf8.contains(UInt8(ascii: "[")) }
}

extension Value {
  fileprivate var hasSecrets: Bool {
    switch self {
    case .secret: true
    case .list(let values), .signal(.wiring(_, let values)): values.contains(where: \.hasSecrets)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.hasSecrets }
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: false
    }
  }
}

/// A line of a mapped file, compared by its bytes. It points into the mapping and does not own it.
struct LineBytes: Hashable {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes[range])
  }

  var copy: [UInt8] { Array(bytes) }

  static func == (left: LineBytes, right: LineBytes) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    guard let a = left.bytes.baseAddress, let b = right.bytes.baseAddress else { return true }
    return isEqual(a, b, left.bytes.count)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
