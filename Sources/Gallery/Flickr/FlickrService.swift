import ViewModels

/// The original's Flickr service: one delegate for all requests that are under way.
///
/// In the first version every response reaches every subscriber (HZ-J3) and errors reach none (HZ-J4); in the last one
/// responses are filtered by their request, and errors are not (HZ-J2).
struct FlickrService: InternalViewModel {
  struct Model: ModelType {
    var isFirst = false
    var calls: [Ref<FlickrCall>] = []
  }
}

extension Handle where V == FlickrService {
  /// Starts a request whose response goes to an instance, as does its error.
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

  /// Tells the subscribers of a response.
  func deliver(_ answer: Value, of call: Ref<FlickrCall>) {
    for other in self.calls where other == call || self.isFirst {
      self[other].raise(FlickrCall.outcome.answered, answer)
    }
  }

  /// Tells the subscribers of an error.
  func deliver(error: String) {
    if self.isFirst { return }
    for call in self.calls { self[call].raise(FlickrCall.outcome.broke, error) }
  }
}
