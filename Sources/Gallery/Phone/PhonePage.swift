import ViewModels

protocol PhoneForm: ModelType {
  var credentials: PhoneCredentials { get }
  var isPhone: Bool { get }
  var isCode: Bool { get }
}

extension PhoneForm {
  var isPhone: Bool { credentials.phone.isPhoneAsWritten }
  var isCode: Bool { credentials.code.isCodeAsWritten }
  var isFilled: Bool { !credentials.phone.isEmpty && !credentials.code.isEmpty }
}

protocol PhonePage: ViewModel where Model: PhoneForm {
  associatedtype Phone: ValueConvertible
  var mobilePhone: Field<Phone> { get }
  var avatarUrlString: Field<String?> { get }
  /// Whether both texts are filled.
  var validLogin: Field<Bool> { get }
  var keys: PhoneKeys { get }
}

extension PhonePage {
  @Laws var laws: Chart {
    // HZ-G1
    Invariant("an avatar is shown for a valid phone only") { $0[avatarUrlString] == nil || $0.isPhone }
    // HZ-G2
    Law("one avatar is loaded for each phone", from: 0) { count, turn in
      var holds = true
      for effect in turn.effects {
        switch effect {
        case .set(mobilePhone.name, let old, let new) where old != new: count = 0
        case .set(avatarUrlString.name, _, let new) where new != .null:
          if count > 0 { holds = false }
          count = 1
        default: break
        }
      }
      return holds
    }
    // HZ-G3
    Law("what is stored is what was submitted", from: PhoneCredentials?.none) { submitted, turn in
      var holds = true
      for effect in turn.effects {
        if case .moved("login", _, "executing") = effect { submitted = turn.credentials }
        guard case .stored(let key, let value) = effect, let submitted, value != .null else { continue }
        if key == keys.phone, value != submitted.phone.value { holds = false }
        if key == keys.code, value != submitted.code.value { holds = false }
      }
      return holds
    }
    // HZ-G4
    Law("a change of validity is told", from: false) { wasValid, turn in
      let before = wasValid
      wasValid = turn.isFilled
      return wasValid == before || turn.occurrences(of: .set(validLogin)) > 0 || turn.cause.source == .open
    }
    // HZ-G5
    EveryTurn("one login is in flight") { turn in
      !turn.effects.contains { effect in
        switch effect {
        case .moved("login", "executing", "validating"), .moved("login", "executing", "executing"): true
        default: false
        }
      }
    }
    // HZ-G5: the page is pushed one main-queue hop after the answer.
    AtMost(1, .pushed(.goods), since: .entered("login", .executing), "one login pushes one page")
    // HZ-G6
    EveryOne(
      of: .entered("login", .executing),
      endsIn: .any(of: .entered("login", .succeeded), .entered("login", .failed), .entered("login", .error)),
      "every login ends")
    // HZ-G8
    EveryTurn("no outcome is handled at bind") { turn in
      turn.cause.source != .open
        || !turn.effects.contains { effect in
          switch effect {
          case .output("responseSeen", _), .output("errorSeen", _): true
          default: false
          }
        }
    }
    // HZ-G11
    EveryTurn("a breakdown is told in words") { !$0.effects.contains(.output(subject: "error", value: "")) }
  }
}
