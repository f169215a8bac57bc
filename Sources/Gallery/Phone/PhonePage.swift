import ViewModels

/// What every version of the phone login is held to. What an original breaks is its hazard.
extension Property {
  /// HZ-G1.
  private static func avatarNeedsPhone(
    _ avatar: Field<V.Model, String?>, _ isPhone: @escaping @Sendable (V.Model) -> Bool
  ) -> Property {
    .invariant("an avatar is shown for a valid phone only") { $0[avatar] == nil || isPhone($0.model) }
  }

  /// HZ-G2: what comes for a number comes once, until the number is another one.
  private static func oneAvatarPerPhone(_ phone: String, _ avatar: Field<V.Model, String?>) -> Property {
    .law("one avatar is loaded for each phone", from: 0) { count, turn in
      var holds = true
      for effect in turn.effects {
        guard case .set(let field, let old, let new) = effect else { continue }
        if field == phone, old != new { count = 0 }
        guard field == avatar.name, new != .null else { continue }
        if count > 0 { holds = false }
        count = 1
      }
      return holds
    }
  }

  /// HZ-G3.
  private static func storesWhatWasSubmitted(
    _ keys: PhoneKeys, _ credentials: @escaping @Sendable (V.Model) -> PhoneCredentials
  ) -> Property {
    .law("what is stored is what was submitted", from: Optional<PhoneCredentials>.none) { submitted, turn in
      var holds = true
      for effect in turn.effects {
        if case .moved("login", _, "executing") = effect { submitted = credentials(turn.model) }
        guard case .stored(let key, let value) = effect, let sent = submitted, value != .null else { continue }
        if key == keys.phone, value != sent.phone.value { holds = false }
        if key == keys.code, value != sent.code.value { holds = false }
      }
      return holds
    }
  }

  /// HZ-G5.
  private static var oneLoginAtATime: Property {
    .law("one login is in flight", from: false) { _, turn in
      !turn.effects.contains { effect in
        if case .moved("login", "executing", let next) = effect {
          next == "validating" || next == "executing"
        } else {
          false
        }
      }
    }
  }

  /// HZ-G5: the page that a login leads to comes one hop later than its answer.
  private static var oneLoginPushesOnePage: Property {
    .atMost(1, .pushed(.goods), since: .entered("login", .executing), "one login pushes one page")
  }

  /// HZ-G6.
  private static var loginEnds: Property {
    .everyOne(
      of: .entered("login", .executing),
      endsIn: .any(of: .entered("login", .succeeded), .entered("login", .failed), .entered("login", .error)),
      "every login ends")
  }

  /// HZ-G4.
  private static func validityIsTold(_ name: String, _ isValid: @escaping @Sendable (V.Model) -> Bool) -> Property {
    .law("a change of validity is told", from: false) { wasValid, turn in
      let isValid = isValid(turn.model)
      let isTold = turn.effects.contains { if case .set(name, _, _) = $0 { true } else { false } }
      defer { wasValid = isValid }
      return wasValid == isValid || isTold || turn.cause.source == .open
    }
  }

  /// HZ-G8.
  private static var noOutcomeAtBind: Property {
    .law("no outcome is handled at bind", from: false) { _, turn in
      guard turn.cause.source == .open else { return true }
      return !turn.effects.contains { effect in
        if case .output(let subject, _) = effect { subject == "responseSeen" || subject == "errorSeen" } else { false }
      }
    }
  }

  /// HZ-G11.
  private static var breakdownHasWords: Property {
    .everyTurn("a breakdown is told in words") { !$0.effects.contains(.output(subject: "error", value: "")) }
  }

  /// What every version is held to.
  static func phoneLaws(
    _ phone: String, _ avatar: Field<V.Model, String?>, validity: String, _ keys: PhoneKeys,
    isPhone: @escaping @Sendable (V.Model) -> Bool, _ credentials: @escaping @Sendable (V.Model) -> PhoneCredentials
  ) -> [Property] {
    [
      .avatarNeedsPhone(avatar, isPhone), .oneAvatarPerPhone(phone, avatar), .storesWhatWasSubmitted(keys, credentials),
      .validityIsTold(validity) { !credentials($0).phone.isEmpty && !credentials($0).code.isEmpty }, .oneLoginAtATime,
      .oneLoginPushesOnePage, .loginEnds, .noOutcomeAtBind, .breakdownHasWords,
    ]
  }
}
