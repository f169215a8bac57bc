import ViewModels

/// What a login page is held to. The original breaks each of these but the first and the last.
enum LoginLaws {
  static func all<V: ViewModel, Name, Success>(
    _ name: Field<V.Model, Name>, _ loginEnabled: Field<V.Model, Bool>, _ success: Subject<Success>,
    _ fail: Subject<String>, _ error: Subject<String>, isComplete: @escaping @Sendable (V.Model) -> Bool
  ) -> [Property<V>] {
    let outcome = Happening.any(of: .sent(success), .sent(fail), .sent(error))
    return [
      // HZ-D1: the cleaned name is assigned back only where it differs.
      .everyTurn("one edit assigns the name at most twice") { $0.count(of: .set(name)) <= 2 },
      // HZ-D2
      .everyTurn("only a complete form is submitted") {
        $0.count(of: .entered("login", .executing)) == 0 || isComplete($0.model)
      },
      // HZ-D3
      .atMost(1, .pushed(.home), since: .entered("login", .validating), "one submission pushes one page"),
      enabledByCleanNames(name, loginEnabled),
      .exactlyOne(outcome, per: .entered("login", .executing), "a submission has exactly one outcome"),
    ]
  }

  /// HZ-D4: a law over every assignment, because the flicker is over when the turn ends.
  private static func enabledByCleanNames<V: ViewModel, Name>(
    _ name: Field<V.Model, Name>, _ loginEnabled: Field<V.Model, Bool>
  ) -> Property<V> {
    .law("the button is enabled only by six clean characters", from: "") { shown, turn in
      var holds = true
      for effect in turn.effects {
        if case .set(name.name, _, let new) = effect { shown = String(new) ?? "" }
        if case .set(loginEnabled.name, _, true) = effect, shown.sanitisedLoginName.utf16.count <= 5 { holds = false }
      }
      return holds
    }
  }
}
