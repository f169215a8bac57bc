import ViewModels

/// What a sign-in is held to: one light for each submission, none of them lost, and a form that belongs to its user.
///
/// The original breaks each of these.
enum UserLaws {
  /// What a form holds, whoever owns it.
  typealias Form = (name: String?, password: String?)

  static func all<V: ViewModel>(
    _ success: Subject<Account>, _ fail: Subject<String>, _ error: Subject<String>, _ heard: Field<V.Model, [String]>,
    form: @escaping @Sendable (borrowing Witness<V>) -> Form
  ) -> [Property<V>] {
    let outcome = Happening.any(of: .sent(success), .sent(fail), .sent(error))
    return [
      // HZ-F1
      .exactlyOne(
        outcome, per: .any(of: .entered("login", .executing), .entered("login", "missing")),
        "a submission has exactly one outcome"),
      // HZ-F3: a hot subject has nothing for who comes late.
      .everyTurn("who subscribes late hears the last outcome") { turn in
        turn.cause.target != "subscribe" || !turn.isIn(.succeeded) && !turn.isIn(.failed) && !turn.isIn(.error)
          || !turn[heard].isEmpty
      },
      // HZ-F4
      .everyTurn("an edit reaches the present user") { turn in
        guard turn.cause.target == "user.name", turn.cause.event == "set", turn.cause.source == .user else {
          return true
        }
        return turn.count(of: .refused) > 0 || form(turn).name?.value == turn.cause.value
      },
      // HZ-F5
      .atMost(1, .pushed(.home), since: .entered("login", .executing), "one submission pushes one page"),
      // HZ-F6
      .everyTurn("only a valid form is submitted") { turn in
        turn.count(of: .entered("login", .executing)) == 0 || isValid(form(turn))
      },
    ]
  }

  /// Both are longer than three; lengths count UTF-16 units.
  static func isValid(_ form: Form) -> Bool {
    form.name?.utf16.count ?? 0 > 3 && form.password?.utf16.count ?? 0 > 3
  }
}
