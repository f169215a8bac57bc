import Files
import Sequences
import Traces
import Turns

/// Numbers for the lines of turns in two trace files: equal lines have equal numbers, and a line is decoded when it comes first.
struct LineTable {
  /// What lines have in common that do the same to the same things, whatever the values.
  struct Kind: Hashable {
    /// The fields and regions that it sets or moves, by number.
    fileprivate(set) var names: [Int32] = []
    /// What else happens, as it is counted, by number.
    fileprivate(set) var others: [Int32] = []
    /// Whether a row is named, whose name depends on its list.
    fileprivate(set) var hasRows = false
    /// Whether a secret is set, which differs from the one before.
    fileprivate(set) var hasSecrets = false
  }

  /// What is known of a line.
  struct Facts {
    let kind: Int32
    /// The number of the stimulus; nil for a line that continues a step.
    let stimulus: Int32?
    /// Whether it opens the machine.
    let isOpening: Bool
  }

  private var numbers: [LineBytes: Int32] = [:]
  private var lines: [LineBytes] = []
  private(set) var facts: [Facts] = []
  private(set) var kinds: [Kind] = []
  private var kindNumbers = Numbering<Kind>()
  /// What fields and regions are called, and what is counted, by number.
  private(set) var subjects: [Reaction.Subject] = []
  private var subjectNumbers: [Reaction.Subject: Int32] = [:]
  private var stimuli = Numbering<Stimulus?>()

  /// Whether a turn can be decoded does not depend on what stands before it, so any header will do.
  private var decoder = TraceDecoder(behind: Trace.Header(machine: "", definition: ""))
  private var time = 0
  /// An elapsed time that even the longest file cannot add up to one that no integer holds.
  private static let elapsedLimit = 10_000_000_000

  /// The number of no stimulus, which the opening has.
  let noStimulus: Int32

  init() {
    noStimulus = stimuli.number(of: nil)
  }

  var stimulusCount: Int { stimuli.count }

  func bytes(of line: Int32) -> [UInt8] { lines[Int(line)].copy }

  /// The number of a field or region; nil when no line sets it.
  func number(ofKnown subject: Reaction.Subject) -> Int32? { subjectNumbers[subject] }

  /// The number of a line; nil for one that is no turn, or whose time is too long for it to be looked at alone.
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

/// What begins a step, compared by bytes as its `identity` is, and smaller.
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
  /// Whether it is in a row, be it of a list or of none.
  fileprivate var isOfRow: Bool { name.utf8.contains(UInt8(ascii: "[")) }
}

extension Value {
  /// Whether it is a secret or one is in it, also in what a signal captures.
  fileprivate var hasSecrets: Bool {
    switch self {
    case .secret: true
    case .list(let values), .signal(.wiring(_, let values)): values.contains(where: \.hasSecrets)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.hasSecrets }
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: false
    }
  }
}

/// A line of a mapped file, known by its bytes. They stay where they are.
struct LineBytes: Hashable {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// A copy, as a decoder reads it.
  var copy: [UInt8] { Array(bytes) }

  static func == (left: LineBytes, right: LineBytes) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    guard let a = left.bytes.baseAddress, let b = right.bytes.baseAddress else { return true }
    return isEqual(a, b, left.bytes.count)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
