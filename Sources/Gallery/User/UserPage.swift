import ViewModels

/// A sign-in form. Its texts are nil while nothing is bound.
protocol UserForm: ModelType {
  var name: String? { get }
  var password: Secret<String>? { get }
}

extension UserForm {
  var account: Account { Account(name: name ?? "", password: password ?? "") }
  var isBound: Bool { name != nil && password != nil }
  /// Lengths count UTF-16 units.
  var isValid: Bool { account.name.utf16.count > 3 && account.password.revealed.utf16.count > 3 }
}

protocol UserPage: ViewModel {
  var heard: Field<[String]> { get }
  var success: Subject<Account> { get }
  var fail: Subject<String> { get }
  var error: Subject<String> { get }
  /// The happening that starts a submission.
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
    // HZ-F3
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
