import ViewModels

/// A request that a task answers.
struct OpenRequest {
  /// Tells it from other requests of the same name.
  let number: Int
  let input: Value
  let task: Task<Void, Never>
}

extension LiveHost {
  /// Asks the services of new requests, and cancels the tasks of requests that ended otherwise.
  func updateRequests() {
    let open = stepper.look { $0.snapshot.requests }.filter { !$0.isEnded }
    for (name, request) in requests where !open.contains(where: { $0.name == name && $0.input == request.input }) {
      endRequest(name)
    }
    for request in open where requests[request.name] == nil { ask(request) }
  }

  func endRequest(_ name: Name) { requests.removeValue(forKey: name)?.task.cancel() }

  private func ask(_ request: Snapshot.RequestEntry) {
    guard let answer = answers[request.service] else { return }
    requestCount += 1
    let (number, name, input) = (requestCount, request.name, request.input)
    let task = Task { [weak self] in
      let (outcome, value) = await answer(input)
      self?.take(.answer(number: number, name, outcome, value))
    }
    requests[name] = OpenRequest(number: number, input: input, task: task)
  }
}
