import Statecharts

/// The words of a view model that answers for a service.
extension ViewModel {
  /// Code that runs at once when a request of a service begins that this view model answers.
  ///
  /// - Parameter dropped: Runs when a request ends that was not answered: it was cancelled, timed out, or answered by hand.
  public static func Answers<I, O>(
    _ service: Service<I, O>, dropped: Action<Asked<I, O>>? = nil, _ body: @escaping Action<Asked<I, O>>
  ) -> [Part<Self>] {
    [Part(.hears(service.asked.name, code(service.asked, body)))]
      + (dropped.map { [Part(.hears(service.dropped.name, code(service.dropped, $0)))] } ?? [])
  }
}

extension Handle {
  /// Answers a request, now, later or from what is known; each answer is a turn of its own, also one without a delay.
  ///
  /// The first answer ends the request, further ones are late and tell nobody. To a request that ended otherwise an answer
  /// comes only when it is `late`, or the service answers late.
  public func answer<I, O>(_ asked: Asked<I, O>, _ answer: Answer<O>) { turn.answer(asked.request, answer.answer) }

  /// The instance that answers for services; a fault when no service of the machine is answered by it.
  public func service<W: ViewModel>(_ type: W.Type) -> Ref<W> {
    if let id = turn.machine(at: W.definition.name) { return Ref(id) }
    turn.fault("'\(W.definition.name)' answers no service of this machine")
    return Ref(me.id)
  }
}
