extension Verb {
  /// What a verb is for, as `help` groups them.
  package enum Task: String, CaseIterable, Sendable {
    case open = "open a machine"
    case user = "be the user"
    case program = "be the program"
    case service = "be the service"
    case time = "let time pass"
    case look = "look"
    case travel = "travel in time"
    case search = "search"
    case transcript = "keep a transcript"
    case session = "this console"
  }

  /// The table's coarse division.
  package enum Group: String, CaseIterable, Sendable {
    case drive
    case look
    case travel
    case search
    case session
  }

  package var group: Group {
    switch task {
    case .open, .user, .program, .service, .time: .drive
    case .look: .look
    case .travel: .travel
    case .search: .search
    case .transcript, .session: .session
    }
  }
}
