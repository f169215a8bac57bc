import ViewModels

extension Verb {
  static let observers = Verb(
    "observers", .time, [Parameter("registered|reversed", .observerOrder, isOptional: true)],
    summary: "set in which order the observers of a field are told; alone, say it",
    explanation:
      "They are told as they registered, or in reverse, from now on. Key-value observing promises no order, so "
      + "what differs between the two is a race. A change that several hear in reverse has a 'tie' that names them; 'restart' "
      + "keeps the order, so what the app does when it opens can be had in both.",
    action: .driveOrLook(
      { (arguments) throws(Mistake) in
        _ = try arguments.scene()
        let order = try arguments.word("'registered' or 'reversed'")
          .naming(.order, among: ObserverOrder.allCases, by: \.rawValue)
        return Act(.observers(reversed: order == .reversed), order.rawValue)
      },
      alone: { (session, _) throws(Mistake) in
        let order: ObserverOrder = try session.openScene().snapshot.reversesObservers ? .reversed : .registered
        return ["the observers of a field are told \(order.phrase)"]
      }))
}

/// The order in which the observers of a field are told.
enum ObserverOrder: String, CaseIterable, Sendable {
  case registered, reversed

  fileprivate var phrase: String {
    switch self {
    case .registered: "in the order in which they registered"
    case .reversed: "in reverse order of registration"
    }
  }
}
