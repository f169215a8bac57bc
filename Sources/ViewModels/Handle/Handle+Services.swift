import Statecharts

/// Requests and who answers them.
extension Handle {
  /// Answers a request, now, later or from what is known; each answer is a turn of its own, also one without a delay.
  ///
  /// The first answer ends the request, further ones are late and tell nobody. To a request that ended otherwise an answer
  /// comes only when it is `late`, or the service answers late.
  public func answer<I, O>(_ asked: Asked<I, O>, _ answer: Answer<O>) { turn.answer(asked.request, answer.answer) }

  /// The instance that answers for services; a fault when no service of the machine is answered by it.
  public func service<W: ViewModel>(_ type: W.Type) -> Ref<W> {
    if let id = turn.machine(at: W.definition.name) { return Ref(id) }
    turn.fault(.noAnswerer(W.definition.name))
    return Ref(me.id)
  }
}
