import ViewModels

/// One delegate for all requests. In the first version, responses reach all requests (HZ-J3) and errors none
/// (HZ-J4); in the last, only responses are filtered (HZ-J2).
struct FlickrService: InternalViewModel {
  struct Model: ModelType {
    var isFirst = false
    var calls: [Ref<FlickrCall>] = []
  }
}

extension Handle where V == FlickrService {
  func call(_ method: FlickrCall.Method, _ argument: String, for owner: Value) {
    let service = ref
    self.calls.append(
      make(FlickrCall.self) { call in
        call.method = method.rawValue
        call.argument = argument
        call.owner = owner
        call.delegate = service
      })
  }

  func deliver(_ answer: Value, of call: Ref<FlickrCall>) {
    for other in self.calls where other == call || self.isFirst {
      self[other].raise(FlickrCall.outcome.answered, answer)
    }
  }

  func deliver(error: String) {
    if self.isFirst { return }
    for call in self.calls { self[call].raise(FlickrCall.outcome.broke, error) }
  }
}
