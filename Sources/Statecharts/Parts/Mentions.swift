/// Finds the instances that a record mentions, in the order in which a walk reaches them.
struct Mentions: PartCoder, Equatable {
  static let changes = false

  /// What the records keep alive.
  var kept: [InstanceID] = []
  /// What they keep from being given out again, and nothing else; not gathered where nobody asks.
  private(set) var named: [InstanceID] = []
  private let gathersNames: Bool
  private var hold = Hold.asIs

  init(gathersNames: Bool = true) {
    self.gathersNames = gathersNames
  }

  /// Whether something holds of each.
  func allSatisfy(_ isFitting: (InstanceID) -> Bool) -> Bool {
    kept.allSatisfy(isFitting) && named.allSatisfy(isFitting)
  }
  var isEmpty: Bool { kept.isEmpty && named.isEmpty }

  static func == (left: Mentions, right: Mentions) -> Bool { left.kept == right.kept && left.named == right.named }

  /// Takes note of an instance that is mentioned without being kept.
  mutating func name(_ id: InstanceID) { note(id, .names) }

  mutating func add(_ record: some Coded) {
    var record = record
    record.code(with: &self)
  }

  /// Adds what another one found, in its order.
  mutating func add(_ other: Mentions) {
    kept += other.kept
    if gathersNames { named += other.named }
  }

  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) {
    switch hold {
    case .asIs: note(part, .keeps)
    case .named, .weak: note(part, .names)
    case .ended, .sparing, .nothing: break
    }
  }

  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold) {
    holding(hold) { $0.add(part) }
  }

  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) {
    holding(hold) { part.code(with: &$0) }
  }

  /// What a value mentions.
  mutating func add(_ value: Value) {
    switch value {
    case .reference(let id): note(id, .keeps)
    case .weak(let id?): note(id, .names)
    case .list(let values): for value in values { add(value) }
    case .record(let members), .enumeration(_, let members): for member in members { add(member.value) }
    case .secret(let value): add(value)
    case .signal(var signal): signal.code(with: &self)
    case .null, .bool, .int, .double, .string, .weak(nil): break
    }
  }

  /// The outermost record has the last word.
  private mutating func holding(_ inner: Hold, _ body: (inout Mentions) -> Void) {
    guard case .asIs = hold else { return body(&self) }
    hold = inner
    body(&self)
    hold = .asIs
  }

  private mutating func note(_ id: InstanceID, _ mention: Mention) {
    switch (hold, mention) {
    case (.nothing, _), (.ended, .keeps), (.sparing(id), .keeps): break
    case (.asIs, .keeps), (.sparing, .keeps): kept.append(id)
    case (.named, _), (.weak, _), (_, .names): if gathersNames { named.append(id) }
    }
  }
}

extension Coded {
  /// The instances that it mentions.
  var mentions: Mentions {
    var mentions = Mentions()
    mentions.add(self)
    return mentions
  }

  /// The instances that it keeps alive.
  var targets: [InstanceID] {
    var mentions = Mentions(gathersNames: false)
    mentions.add(self)
    return mentions.kept
  }
}

extension Work.Target {
  /// Whether something holds of each instance that it mentions. The most frequent work is looked through without a list of them.
  func mentionsOnly(_ isFitting: (InstanceID) -> Bool) -> Bool {
    switch self {
    case .call(let handler, let value):
      handler.captures.allSatisfy { $0.mentionsOnly(isFitting) } && value.mentionsOnly(isFitting)
    default: mentions.allSatisfy(isFitting)
    }
  }
}

extension Value {
  /// Whether something holds of each instance that it mentions.
  func mentionsOnly(_ isFitting: (InstanceID) -> Bool) -> Bool {
    switch self {
    case .reference(let id), .weak(let id?): isFitting(id)
    case .list(let values): values.allSatisfy { $0.mentionsOnly(isFitting) }
    case .record(let members), .enumeration(_, let members): members.allSatisfy { $0.value.mentionsOnly(isFitting) }
    case .secret(let value): value.mentionsOnly(isFitting)
    case .signal(let signal): signal.mentions.allSatisfy(isFitting)
    case .null, .bool, .int, .double, .string, .weak(nil): true
    }
  }

  /// Returns the value with something else for the parts that are replaced, outermost first.
  func replacing(_ replacement: (Value) -> Value?) -> Value {
    if let other = replacement(self) { return other }
    switch self {
    case .list(let values): return .list(values.map { $0.replacing(replacement) })
    case .record(let members): return .record(members.map { Member($0.name, $0.value.replacing(replacement)) })
    case .enumeration(let name, let members):
      return .enumeration(name, members.map { Member($0.name, $0.value.replacing(replacement)) })
    case .secret(let value): return .secret(value.replacing(replacement))
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: return self
    }
  }

  /// Returns the value with nil for every weak reference to an instance that is gone.
  func clearingWeak(_ isGone: (InstanceID) -> Bool) -> Value {
    replacing { if case .weak(let id?) = $0, isGone(id) { .weak(nil) } else { nil } }
  }
}
