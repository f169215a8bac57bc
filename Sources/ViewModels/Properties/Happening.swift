import Statecharts

/// Something that an instance may do in a turn, as properties speak of it.
public struct Happening: Sendable {
  let matches: @Sendable (Effect) -> Bool

  init(_ matches: @escaping @Sendable (Effect) -> Bool) {
    self.matches = matches
  }

  /// A subject sent a value.
  public static func sent<V, T>(_ subject: SubjectToken<V, T>) -> Happening { .sent(named: subject.name) }

  static func sent(named name: String) -> Happening {
    Happening { if case .output(let sent, _) = $0 { sent.utf8.elementsEqual(name.utf8) } else { false } }
  }

  /// A field was assigned, perhaps what it was.
  public static func set<V, T>(_ field: FieldToken<V, T>) -> Happening { .set(named: field.name) }

  static func set(named name: String) -> Happening {
    Happening { if case .set(let set, _, _) = $0 { set.utf8.elementsEqual(name.utf8) } else { false } }
  }

  /// A field became a value that it was not.
  public static func became<V, T>(_ field: FieldToken<V, T>, _ value: T) -> Happening {
    .became(named: field.name, T.isSecret ? value.value.hidden : value.value)
  }

  static func became(named name: String, _ value: Value) -> Happening {
    Happening { effect in
      guard case .set(let set, let old, let new) = effect else { return false }
      return set.utf8.elementsEqual(name.utf8) && old != new && new == value
    }
  }

  /// A region came into a state, or into one below it.
  public static func entered(_ region: String, _ state: StateID) -> Happening {
    let state = state.name
    return Happening { effect in
      guard case .moved(let moved, let from, let to) = effect, RegionTitle.isTitle(moved, of: region) else {
        return false
      }
      return to.isState(state) && !(from.isState(state) && from.utf8.count > state.utf8.count)
    }
  }

  /// A request started.
  public static func requested<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    .requested(named: service.name)
  }

  static func requested(named name: String) -> Happening {
    Happening { if case .requested(let asked, _) = $0 { asked.isRequest(of: name) } else { false } }
  }

  /// A request was answered.
  public static func replied<V, I, O>(_ service: ServiceToken<V, I, O>, _ outcome: Outcome? = nil) -> Happening {
    .replied(named: service.name, outcome)
  }

  static func replied(named name: String, _ outcome: Outcome?) -> Happening {
    Happening { effect in
      guard case .replied(let asked, let answered, _) = effect else { return false }
      return asked.isRequest(of: name) && (outcome == nil || outcome == answered)
    }
  }

  /// A request was cancelled because its state was left.
  public static func cancelled<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    .cancelled(named: service.name)
  }

  static func cancelled(named name: String) -> Happening {
    Happening { if case .cancelled(let asked) = $0 { asked.isRequest(of: name) } else { false } }
  }

  /// A page was pushed.
  public static func pushed(_ page: Page) -> Happening {
    let name = page.name
    return Happening { if case .pushed(let pushed) = $0 { pushed.isRequest(of: name) } else { false } }
  }

  /// A signal command began to execute.
  static func began(_ command: String) -> Happening {
    Happening { effect in
      guard case .moved(let region, let from, let to) = effect else { return false }
      return RegionTitle.isTitle(region, of: command) && from.isState("validating") && to.isState("executing")
    }
  }

  /// An execution of a signal command ended.
  static func ended(_ command: String) -> Happening {
    Happening { effect in
      guard case .moved(let region, let from, let to) = effect else { return false }
      return RegionTitle.isTitle(region, of: command) && from.isState("executing")
        && ["succeeded", "failed", "error"].contains(where: to.isState)
    }
  }

  /// An event or an execution of this name was refused.
  public static func refused(_ name: String) -> Happening {
    Happening { if case .refused(let refused, _) = $0 { refused.utf8.elementsEqual(name.utf8) } else { false } }
  }

  /// What came from outside was not taken.
  public static let refused = Happening { if case .refused = $0 { true } else { false } }

  /// An alert was shown.
  public static let alerted = Happening { if case .alertShown = $0 { true } else { false } }

  /// One of several.
  public static func any(of happenings: Happening...) -> Happening {
    Happening { effect in happenings.contains { $0.matches(effect) } }
  }
}

extension String {
  /// Whether a name is this one, or this one with an ordinal: `fetch`, `fetch'2`.
  fileprivate func isRequest(of name: String) -> Bool {
    utf8.elementsEqual(name.utf8) || utf8.starts(with: (name + "'").utf8)
  }

  /// Whether a region's text names a state, or one below it: `on.fast` is `on`.
  fileprivate func isState(_ name: String) -> Bool {
    utf8.elementsEqual(name.utf8) || [".", "("].contains { utf8.starts(with: (name + $0).utf8) }
  }
}
