import ViewModels

protocol LoginForm: ModelType {
  var isComplete: Bool { get }
}

/// The original breaks each law but the first and the last.
protocol LoginPage: ViewModel where Model: LoginForm {
  associatedtype Name: ValueConvertible
  associatedtype Success
  var name: Field<Name> { get }
  var loginEnabled: Field<Bool> { get }
  var success: Subject<Success> { get }
  var fail: Subject<String> { get }
  var error: Subject<String> { get }
}

extension LoginPage {
  @Laws var laws: Chart {
    // HZ-D1: the cleaned name is assigned only where it differs.
    EveryTurn("one edit assigns the name at most twice") { $0.occurrences(of: .set(name)) <= 2 }
    // HZ-D2
    EveryTurn("only a complete form is submitted") {
      $0.occurrences(of: .entered("login", .executing)) == 0 || $0.isComplete
    }
    // HZ-D3
    AtMost(1, .pushed(.home), since: .entered("login", .validating), "one submission pushes one page")
    // HZ-D4: checks every assignment, because the flicker is over when the turn ends.
    Law("the button is enabled only by six clean characters", from: "") { shown, turn in
      var holds = true
      for effect in turn.effects {
        if case .set(name.name, _, let new) = effect { shown = String(new) ?? "" }
        if case .set(loginEnabled.name, _, true) = effect, shown.sanitisedLoginName.utf16.count <= 5 { holds = false }
      }
      return holds
    }
    ExactlyOne(
      .any(of: .sent(success), .sent(fail), .sent(error)), per: .entered("login", .executing),
      "a submission has exactly one outcome")
  }
}
