/// Collects the instances that a record mentions, in the order of a walk.
struct Mentions: PartCoder, Equatable {
  static let changes = false

  var kept: [InstanceID] = []
  /// Instances whose numbers stay reserved; gathered only on request.
  private(set) var named: [InstanceID] = []
  private let gathersNames: Bool
  private var hold = Hold.asIs

  init(gathersNames: Bool = true) {
    self.gathersNames = gathersNames
  }

  func allSatisfy(_ isFitting: (InstanceID) -> Bool) -> Bool {
    kept.allSatisfy(isFitting) && named.allSatisfy(isFitting)
  }
  var isEmpty: Bool { kept.isEmpty && named.isEmpty }

  static func == (left: Mentions, right: Mentions) -> Bool { left.kept == right.kept && left.named == right.named }

  mutating func name(_ id: InstanceID) { note(id, .names) }

  mutating func add(_ record: some Coded) {
    var record = record
    record.code(with: &self)
  }

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

  /// The outermost record's `Hold` wins.
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
  var mentions: Mentions {
    var mentions = Mentions()
    mentions.add(self)
    return mentions
  }

  var targets: [InstanceID] {
    var mentions = Mentions(gathersNames: false)
    mentions.add(self)
    return mentions.kept
  }
}

extension Work.Target {
  /// Avoids a list for calls of handlers, the most frequent work.
  func mentionsOnly(_ isFitting: (InstanceID) -> Bool) -> Bool {
    switch self {
    case .call(let handler, let value):
      handler.captures.allSatisfy { $0.mentionsOnly(isFitting) } && value.mentionsOnly(isFitting)
    default: mentions.allSatisfy(isFitting)
    }
  }
}

extension Value {
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

  func clearingWeak(_ isGone: (InstanceID) -> Bool) -> Value {
    replacing { if case .weak(let id?) = $0, isGone(id) { .weak(nil) } else { nil } }
  }
}
