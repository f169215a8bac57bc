import Statecharts

/// An event in a turn of an instance, for use in properties.
public struct Happening: Sendable {
  private let pattern: Pattern
  let kinds: EffectKinds

  /// Names are relative to the instance.
  private enum Pattern: Sendable {
    case sent(Name)
    case set(Name)
    case became(Name, Value)
    case entered(region: Name, Name)
    case requested(Name)
    case replied(Name, Outcome?)
    case cancelled(Name)
    case pushed(Name)
    case began(command: Name)
    case ended(command: Name)
    case refused(Name?)
    case alerted
    case any([Happening])
  }

  private init(_ pattern: Pattern, _ kinds: EffectKinds) {
    self.pattern = pattern
    self.kinds = kinds
  }

  /// A subject sent.
  public static func sent<V, T>(_ subject: SubjectToken<V, T>) -> Happening { .sent(named: subject.name) }

  static func sent(named name: Name) -> Happening { Happening(.sent(name), .output) }

  /// A field was assigned, even with an equal value.
  public static func set<V, T>(_ field: FieldToken<V, T>) -> Happening { Happening(.set(field.name), .set) }

  /// A field changed to a value.
  public static func became<V, T>(_ field: FieldToken<V, T>, _ value: T) -> Happening {
    Happening(.became(field.name, T.isSecret ? value.value.hidden : value.value), .set)
  }

  /// A region entered a state, or one below it.
  ///
  /// - Parameters:
  ///   - region: A region of the chart, or the name that a signal command shows.
  ///   - state: `playing` or `active.playing`. An unknown or ambiguous name is an error of the definition.
  public static func entered(_ region: Name, _ state: StateID) -> Happening {
    Happening(.entered(region: region, state.name), .moved)
  }

  /// A request started.
  public static func requested<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    Happening(.requested(service.name), .requested)
  }

  /// A request was answered.
  public static func replied<V, I, O>(_ service: ServiceToken<V, I, O>, _ outcome: Outcome? = nil) -> Happening {
    Happening(.replied(service.name, outcome), .replied)
  }

  /// A request was cancelled because its state was left.
  public static func cancelled<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    Happening(.cancelled(service.name), .cancelled)
  }

  /// A page was pushed.
  public static func pushed(_ page: Page) -> Happening { Happening(.pushed(page.name), .pushed) }

  static func began(_ command: Name) -> Happening { Happening(.began(command: command), .moved) }

  static func ended(_ command: Name) -> Happening { Happening(.ended(command: command), .moved) }

  /// An event or an execution of this name was refused.
  public static func refused(_ name: Name) -> Happening { Happening(.refused(name), .refused) }

  /// A stimulus was refused.
  public static let refused = Happening(.refused(nil), .refused)

  /// An alert was shown.
  public static let alerted = Happening(.alerted, .alertShown)

  /// One of these happenings occurred.
  public static func any(of happenings: Happening...) -> Happening {
    Happening(.any(happenings), happenings.reduce([]) { $0.union($1.kinds) })
  }

  var entries: [(region: Name, state: Name)] {
    switch pattern {
    case .entered(let region, let state): [(region, state)]
    case .any(let happenings): happenings.flatMap(\.entries)
    default: []
    }
  }

  enum NameUse: Sendable {
    case field(Name)
    case subject(Name)
    case service(Name)
    case refused(Name)
    case page(Name)
  }

  var names: [NameUse] {
    switch pattern {
    case .sent(let name): [.subject(name)]
    case .set(let name), .became(let name, _): [.field(name)]
    case .requested(let name), .replied(let name, _), .cancelled(let name): [.service(name)]
    case .refused(let name?): [.refused(name)]
    case .pushed(let name): [.page(name)]
    case .any(let happenings): happenings.flatMap(\.names)
    case .entered, .began, .ended, .refused(nil), .alerted: []
    }
  }

  var pages: [Name] { names.compactMap { if case .page(let name) = $0 { name } else { nil } } }

  /// Returns a copy with full state paths; nil if the names are full paths already.
  ///
  /// - Parameter meaning: Returns the full path of a state's name; nil if it has no single meaning.
  func resolved(by meaning: (_ region: Name, _ state: Name) -> Name?) -> Happening? {
    switch pattern {
    case .entered(let region, let state):
      guard let meant = meaning(region, state), meant != state else { return nil }
      return Happening(.entered(region: region, meant), kinds)
    case .any(let happenings): return Happening(.any(happenings.map { $0.resolved(by: meaning) ?? $0 }), kinds)
    default: return nil
    }
  }

  func resolved(in chart: ChartTable) -> Happening {
    resolved { region, state in chart.statePath(named: state, inRegion: region) } ?? self
  }

  /// - Parameter mayHoldCommands: Whether signal commands may add regions, whose names are unknown before they run.
  func faults(in chart: ChartTable, mayHoldCommands: Bool) -> [DefinitionFault] {
    entries.compactMap { entry in
      guard let place = chart.place(ofRegion: entry.region) else {
        return mayHoldCommands ? nil : .unknownRegion(entry.region, known: chart.regionTitles(templateName: ""))
      }
      let meant = chart.statePaths(named: entry.state, inRegionAt: place)
      if meant.count == 1 { return nil }
      return meant.isEmpty
        ? .unknownState(entry.state, region: entry.region, known: chart.statePaths(inRegionAt: place))
        : .ambiguousState(entry.state, region: entry.region, choices: meant)
    }
  }

  static let never = Happening(.any([]), [])

  func matches(_ seen: borrowing Seen<Effect>) -> Bool { matches(seen.value) }

  // One switch over a pair of both would copy both first.
  func matches(_ effect: Effect) -> Bool {
    guard kinds.meets(effect.watchedKind) else { return false }
    switch pattern {
    case .sent(let name):
      if case .output(let subject, _) = effect { return subject == name }
    case .set(let name):
      if case .set(let field, _, _) = effect { return field == name }
    case .became(let name, let value):
      guard case .set(let field, let old, let new) = effect else { return false }
      return field == name && old != new && new == value
    case .entered(let name, let state):
      guard case .moved(let region, let from, let to) = effect, RegionTitle.isTitle(region, of: name) else {
        return false
      }
      return to.place(of: state) != nil && from.place(of: state) != .below
    case .requested(let name):
      if case .requested(let service, _) = effect { return service.isRequest(of: name) }
    case .replied(let name, let expected):
      guard case .replied(let service, let outcome, _) = effect else { return false }
      return service.isRequest(of: name) && (expected == nil || expected == outcome)
    case .cancelled(let name):
      if case .cancelled(let service) = effect { return service.isRequest(of: name) }
    case .pushed(let name):
      if case .pushed(let page) = effect { return page.isRequest(of: name) }
    case .began(let command):
      guard case .moved(let region, let from, let to) = effect, RegionTitle.isTitle(region, of: command) else {
        return false
      }
      return from.isState("validating") && to.isState("executing")
    case .ended(let command):
      guard case .moved(let region, let from, let to) = effect, RegionTitle.isTitle(region, of: command) else {
        return false
      }
      return from.isState("executing") && ["succeeded", "failed", "error"].contains(where: to.isState)
    case .refused(let name):
      if case .refused(let refused, _) = effect { return name.map { refused == $0 } ?? true }
    case .alerted:
      if case .alertShown = effect { return true }
    case .any(let happenings): return happenings.contains { $0.matches(effect) }
    }
    return false
  }
}

extension Name {
  /// Accepts an ordinal: `fetch`, `fetch'2`.
  fileprivate func isRequest(of name: Name) -> Bool {
    self == name || text.byte(behind: name.text) == UInt8(ascii: "'") && name == text.withoutOrdinal
  }
}

extension String {
  fileprivate enum StatePlace { case at, below }

  /// The place of a state: `on(fast.left, lit)` is at `on.fast.left` and below `on.fast`.
  fileprivate func place(of path: Name) -> StatePlace? {
    let surplus = utf8.count - path.utf8.count
    if surplus <= 0 { return surplus == 0 && path == self ? .at : nil }
    if isState(path) { return .below }
    // Only a path through concurrent states is read part by part.
    guard utf8.first == path.utf8.first, utf8.contains(UInt8(ascii: "(")) else { return nil }
    return Array(utf8)[...].place(of: Array(path.utf8)[...])
  }

  /// Whether it begins with a state: `on.fast` with `on`.
  fileprivate func isState(_ name: Name) -> Bool {
    if name == self { return true }
    let next = byte(behind: name.text)
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "(")
  }
}

extension ArraySlice<UInt8> {
  fileprivate func place(of path: ArraySlice<UInt8>) -> String.StatePlace? {
    var (text, rest) = (self, path)
    while let wanted = rest.first, let byte = text.first {
      if wanted == byte {
        (text, rest) = (text.dropFirst(), rest.dropFirst())
      } else if wanted == UInt8(ascii: "."), byte == UInt8(ascii: "(") {
        return text.dropFirst().parts.lazy.compactMap { $0.place(of: rest.dropFirst()) }.first
      } else {
        return nil
      }
    }
    guard rest.isEmpty else { return nil }
    guard let next = text.first else { return .at }
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "(") ? .below : nil
  }

  private var parts: [ArraySlice<UInt8>] {
    var (parts, depth, start): ([ArraySlice<UInt8>], Int, Int) = ([], 0, startIndex)
    for (place, byte) in zip(indices, self) {
      if byte == UInt8(ascii: "(") { depth += 1 }
      let ends = byte == UInt8(ascii: ")")
      if depth == 0, ends || byte == UInt8(ascii: ",") {
        parts.append(self[start..<place])
        start = Swift.min(place + 2, endIndex)
      }
      if ends, depth == 0 { return parts }
      if ends { depth -= 1 }
    }
    return parts
  }
}
