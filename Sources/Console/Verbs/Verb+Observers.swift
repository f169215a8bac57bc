import ViewModels

extension Verb {
  static let observers = Verb(
    "observers", .time, [Parameter("registered|reversed", .observerOrder, isOptional: true)],
    summary: "set the order in which the observers of a field are notified; alone, show it",
    explanation:
      "They are notified in order of registration, or in reverse, from now on. Key-value observing promises no order, so "
      + "what differs between the two is a race. A change of which several are notified in reverse has a 'tie' that names them; 'restart' "
      + "keeps the order, so what the app does when it opens can be seen in both.",
    action: .driveOrLook(
      { (arguments) throws(Mistake) in
        _ = try arguments.scene()
        let order = try arguments.word("'registered' or 'reversed'")
          .naming(.order, among: SearchDomain.ObserverOrder.allCases, by: \.rawValue)
        return Act(.observers(reversed: order == .reversed), order.rawValue)
      },
      alone: { (session, _) throws(Mistake) in
        let order: SearchDomain.ObserverOrder =
          try session.openScene().snapshot.reversesObservers ? .reversed : .registered
        return ["the observers of a field are notified \(order.phrase)"]
      }))
}

extension SearchDomain.ObserverOrder {
  fileprivate var phrase: String {
    switch self {
    case .registered: "in the order in which they registered"
    case .reversed: "in reverse order of registration"
    }
  }
}
