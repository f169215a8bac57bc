import ViewModels

/// What a sign-in form holds, whoever owns it: nil while nothing is bound to it.
protocol UserForm: ModelType {
  var name: String? { get }
  var password: Secret<String>? { get }
}

extension UserForm {
  var account: Account { Account(name: name ?? "", password: password ?? "") }
  var isBound: Bool { name != nil && password != nil }
  /// Both are longer than three; lengths count UTF-16 units.
  var isValid: Bool { account.name.utf16.count > 3 && account.password.revealed.utf16.count > 3 }
}

/// What both sign-ins are held to: one light for each submission, none of them lost, and a form that belongs to its user.
///
/// The original breaks each of these.
protocol UserPage: ViewModel {
  var heard: Field<[String]> { get }
  var success: Subject<Account> { get }
  var fail: Subject<String> { get }
  var error: Subject<String> { get }
  /// What a submission ends in one outcome after.
  var submitted: Happening { get }
  func form(_ turn: borrowing Witness<Self>) -> any UserForm
}

extension UserPage {
  @Laws var laws: Chart {
    // HZ-F1
    ExactlyOne(
      .any(of: .sent(success), .sent(fail), .sent(error)),
      per: submitted,
      "a submission has exactly one outcome")
    // HZ-F3: a hot subject has nothing for who comes late.
    EveryTurn("who subscribes late hears the last outcome") { turn in
      turn.cause.target != "subscribe" || !turn.isIn(.succeeded) && !turn.isIn(.failed) && !turn.isIn(.error)
        || !turn[heard].isEmpty
    }
    // HZ-F4
    EveryTurn("an edit reaches the present user") { turn in
      guard turn.cause.target == "user.name", turn.cause.event == "set", turn.cause.source == .user else { return true }
      return turn.occurrences(of: .refused) > 0 || form(turn).name?.value == turn.cause.value
    }
    // HZ-F5
    AtMost(1, .pushed(.home), since: .entered("login", .executing), "one submission pushes one page")
    // HZ-F6
    EveryTurn("only a valid form is submitted") { turn in
      turn.occurrences(of: .entered("login", .executing)) == 0 || form(turn).isValid
    }
  }
}
