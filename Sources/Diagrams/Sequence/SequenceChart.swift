import Statecharts
import Traces

/// A run as messages between user, view models and services.
///
/// It omits effects that change no chart state: fields, timers, log, store. A trace does not name the caller of a
/// service, so requests are drawn from the top page.
struct SequenceChart: Hashable, Sendable {
  enum Participant: Hashable, Sendable {
    case user
    case page(String)
    case service(String)

    var name: String {
      switch self {
      case .user: "user"
      case .page(let name), .service(let name): name.escapedForDisplay
      }
    }
  }

  struct Row: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case call(from: Participant, to: Participant)
      case answer(from: Participant, to: Participant)
      /// A message that the receiver did not accept.
      case lost(from: Participant, to: Participant)
      case note(over: Participant)
    }

    var step: Int
    var time: Int
    var kind: Kind
    var text: String
  }

  let heading: String
  private(set) var participants: [Participant] = []
  private(set) var rows: [Row] = []

  init(_ run: TracedRun) {
    heading = run.heading
    var writer = RowWriter(run)
    run.forEachTurn { step, turn, seen in writer.add(step, turn, seen, in: run) }
    rows = writer.rows
    var known: Set<Participant> = []
    let all = [.user, writer.first] + rows.flatMap(\.kind.ends)
    let unique = all.filter { known.insert($0).inserted }
    participants =
      [.user] + unique.filter { if case .page = $0 { true } else { false } }
      + unique.filter { if case .service = $0 { true } else { false } }
  }

  func note(hiding count: Int) -> String {
    let first = rows[rows.count - count].step
    return "\(count) more from step \(first) on; a file that ends in .html has all of them"
  }
}

extension SequenceChart.Row.Kind {
  var ends: [SequenceChart.Participant] {
    switch self {
    case .call(let from, let to), .answer(let from, let to), .lost(let from, let to): [from, to]
    case .note(let over): [over]
    }
  }
}

private struct RowWriter {
  typealias Participant = SequenceChart.Participant
  typealias Row = SequenceChart.Row

  let first: Participant
  private(set) var rows: [Row] = []
  private var pages: [String]
  private var askers: [String: Participant] = [:]
  private var lastCommand = 0

  init(_ run: TracedRun) {
    let machine = run.trace.header.machine
    let name = String(Substring(machine.utf8.prefix { $0 != UInt8(ascii: "@") }))
    first = .page(name)
    pages = [name]
  }

  mutating func add(_ step: Int, _ turn: Turn, _ seen: [Reaction], in run: TracedRun) {
    func add(_ kind: Row.Kind, _ text: String) {
      rows.append(Row(step: step, time: turn.time, kind: kind, text: text))
    }
    if turn.cause.source == .open { (pages, askers) = (Array(pages.prefix(1)), [:]) }
    if step > lastCommand {
      lastCommand = step
      let acts = Self.acts.contains(turn.cause.event)
      add(acts ? .call(from: .user, to: page(of: turn.cause.target)) : .note(over: .user), run.steps[step].command)
    }
    for reaction in seen {
      guard let kind = kind(of: reaction) else { continue }
      add(kind, reaction.text)
    }
  }

  /// The user's acts; all other commands are about time or the environment.
  private static let acts: Set<String> = [
    "set", "paste", "type", "compose", "commit", "erase", "focus", "blur", "return", "tap", "dismiss", "back", "send",
    "assign",
  ]

  private var top: Participant { .page(pages[pages.count - 1]) }

  /// The page whose name begins the path, else the first page.
  private func page(of name: String) -> Participant {
    let owner = pages.dropFirst().last { name.utf8.starts(with: ($0 + ".").utf8) }
    return owner.map { .page($0) } ?? first
  }

  private mutating func kind(of reaction: Reaction) -> Row.Kind? {
    let name = reaction.subject.name
    switch reaction.subject.kind {
    case .moved: return .note(over: page(of: name.text))
    case .requested:
      askers[name.text] = top
      return .call(from: top, to: service(name.text))
    case .replied: return .answer(from: service(name.text), to: askers.removeValue(forKey: name.text) ?? top)
    case .late: return .lost(from: service(name.text), to: askers[name.text] ?? top)
    case .cancelled: return .lost(from: askers.removeValue(forKey: name.text) ?? top, to: service(name.text))
    case .refused: return .lost(from: page(of: name.text), to: .user)
    case .output: return .call(from: page(of: name.text), to: .user)
    case .pushed:
      defer { if case .string(let page)? = reaction.values.first { pages.append(page) } }
      return .call(from: top, to: .user)
    case .popped:
      defer { if pages.count > 1 { pages.removeLast() } }
      return .call(from: top, to: .user)
    default:
      let row = reaction.subject.kind.row
      if row.differenceClass == .fault { return .note(over: top) }
      return row.isOfScreen ? .call(from: top, to: .user) : nil
    }
  }

  private func service(_ request: String) -> Participant { .service(request.withoutOrdinal) }
}
