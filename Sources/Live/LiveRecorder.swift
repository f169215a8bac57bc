import Files
import Recordings
import Traces
import ViewModels

/// Where an app's steps are recorded, as a trace without secrets.
public enum LiveRecorder: Hashable, Sendable {
  /// Nowhere.
  case off
  /// The last turns, in memory; `Live.recording` returns them.
  case memory(turns: Int = 500, bytes: Int = 1 << 18)
  /// All turns, in a file that survives a trap or a kill: each command is written before its step runs. It replaces
  /// the file of the last launch, so move that first. The reason of a failure is `Live.recorderFault`.
  case file(String)
}

/// The flight recorder.
@MainActor
final class TraceRecorder {
  private enum Entry {
    case begun(BegunStimulus)
    case turn(Turn)

    var isBegun: Bool { if case .begun = self { true } else { false } }
  }

  /// Secrets without a sample that keep their numbers.
  private static let mostSecrets = 1_000

  private let machine: Machine
  private var newcomers: Newcomers
  private var header: Trace.Header
  /// The state before the first entry, made when the first entry is dropped.
  private lazy var start = TraceState(header)
  private var entries: [Entry] = []
  /// Entries before it are dropped.
  private var first = 0
  private var turnCount = 0
  private var byteCount = 0
  private let limit: (turns: Int, bytes: Int)
  private let file: AppendingFile?
  private var encoder = TraceEncoder()
  private lazy var samples = NamedValues(machine.sampleEntries)
  private var secrets: [Value: String] = [:]
  private var secretCount = 0

  init?(
    _ recorder: LiveRecorder, _ machine: Machine, seed: UInt64, _ opening: [Turn], at snapshot: Snapshot,
    lacksStore: Bool
  ) throws(FileError) {
    self.machine = machine
    newcomers = Newcomers(machine, at: snapshot)
    header = Trace.Header(machine, title: "recorded", seed: seed == 0 ? nil : seed, at: snapshot)
    header.isCut = lacksStore
    switch recorder {
    case .off: return nil
    case .memory(let turns, let bytes): (limit, file) = ((turns, bytes), nil)
    case .file(let path):
      limit = (.max, .max)
      file = try AppendingFile(
        path, opening: .replacing, permissions: 0o600, limits: TextLimits(fileBytes: TraceFile.sizeLimit),
        holding: [encoder.line(for: header)])
    }
    try put(opening.compactMap(\.withoutInitialState))
  }

  /// Whether an instance may have a new path after the turns.
  func mayMove(_ turns: [Turn]) -> Bool {
    turns.contains { turn in
      turn.effects.contains { effect in
        switch effect {
        case .set(_, _, .reference), .set(_, .reference, _), .pushed, .popped: true
        default: false
        }
      }
    }
  }

  func begin(_ stimulus: Stimulus) throws(FileError) {
    let cause = machine.cause(of: stimulus)
    let begun = BegunStimulus(cause, secret: cause.value.flatMap { $0.holdsSecret ? name(of: stimulus) : nil })
    if let file { return try file.append(encoder.line(for: begun)) }
    byteCount += begun.byteCount
    entries.append(.begun(begun))
  }

  /// - Parameter snapshot: The state after the turns if an instance may have a new path, or may have lost its own.
  func add(_ turns: [Turn], _ snapshot: Snapshot?) throws(FileError) {
    guard let snapshot else { return try put(turns) }
    let told = newcomers.told(in: turns, snapshot) { [self] in value(of: $0) }
    try put(told)
  }

  func finish(_ end: Trace.End) throws(FileError) { try file?.append(encoder.line(for: end), isLast: true) }

  /// Nil for a recording in a file.
  func text(ending end: Trace.End) -> String? {
    guard file == nil else { return nil }
    var encoder = TraceEncoder()
    var text = encoder.line(for: header)
    for entry in entries[first...] {
      switch entry {
      case .begun(let begun): text += encoder.line(for: begun)
      case .turn(let turn): text += encoder.line(for: turn) ?? ""
      }
    }
    return text + encoder.line(for: end)
  }

  private func put(_ turns: [Turn]) throws(FileError) {
    if let file {
      let lines = turns.compactMap { encoder.line(for: $0) }.joined()
      return lines.isEmpty ? () : try file.append(lines)
    }
    for turn in turns {
      byteCount += turn.byteCount
      turnCount += 1
      entries.append(.turn(turn))
    }
    drop()
    if first > 64, first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
  }

  /// Whole steps are dropped where a later one is left.
  private func drop() {
    let kept = first
    while first < entries.count, turnCount > limit.turns || byteCount > limit.bytes { dropFirst() }
    guard first > kept, let next = entries[first...].firstIndex(where: \.isBegun) else { return }
    while first < next { dropFirst() }
  }

  private func dropFirst() {
    switch entries[first] {
    case .begun(let begun): byteCount -= begun.byteCount
    case .turn(let turn):
      byteCount -= turn.byteCount
      turnCount -= 1
      start.apply(turn)
    }
    first += 1
    header.isCut = true
    header.fields = start.fields
    header.phase = start.phase
  }

  private func value(of field: String) -> Value? {
    if file != nil { return encoder.value(of: field) }
    var state = start
    for case .turn(let turn) in entries[first...] { state.apply(turn) }
    return state.value(of: Name(field))
  }

  // MARK: Secrets

  /// The name of a sample, or a number for each other secret.
  private func name(of stimulus: Stimulus) -> String? {
    let (owner, given): (String, Value?) =
      switch stimulus {
      case .set(let owner, let value), .assign(let owner, let value): (owner, value)
      case .tap(let owner, let value), .send(let owner, let value), .reply(let owner, _, let value): (owner, value)
      default: ("", nil)
      }
    guard let given else { return nil }
    if let sample = samples.reference(to: given, of: owner) { return String(sample.dropFirst()) }
    if let known = secrets[given] { return known }
    if secrets.count == Self.mostSecrets { secrets.removeAll() }
    secretCount += 1
    secrets[given] = "typed\(secretCount)"
    return secrets[given]
  }
}

/// About what an entry takes in memory.
extension BegunStimulus {
  fileprivate var byteCount: Int { 64 + (value?.identityByteCount ?? 0) }
}

extension Turn {
  fileprivate var byteCount: Int {
    effects.reduce(128 + (cause.value?.identityByteCount ?? 0)) { $0 + 64 + $1.byteCount }
  }
}

extension Effect {
  fileprivate var byteCount: Int {
    switch self {
    case .set(_, let old, let new): old.identityByteCount + new.identityByteCount
    case .output(_, let value), .requested(_, let value), .replied(_, _, let value), .late(_, _, let value),
      .stored(_, let value), .logged(_, let value?):
      value.identityByteCount
    case .notified(_, let change): change.reduce(0) { $0 + $1.value.identityByteCount }
    default: 32
    }
  }
}
