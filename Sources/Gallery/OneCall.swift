import ViewModels

/// A request of an original. It reports its answer even if its caller's state has changed.
protocol OneCall: InternalViewModel {}

extension OneCall {
  func ask<Input, Output>(
    _ service: Service<Input, Output>, _ input: @escaping @Sendable (Model) -> Input,
    answered: @escaping @Sendable (borrowing Me, Output) -> Void,
    failed: (@Sendable (borrowing Me, String) -> Void)? = nil
  ) -> Chart {
    let failures = failed.map {
      [On(service.failed, to: "done", $0), On(service.error, to: "done", $0)]
    }
    return [
      Accepts("trap", at: "call.done", because: "a call answers once"),
      Region("call") {
        State("waiting") {
          Invoke(service, input)
          On(service.succeeded, to: "done", answered)
          failures ?? []
        }
        State("done")
      },
    ]
  }
}
