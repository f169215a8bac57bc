import ViewModels

/// The original's Flickr service: one delegate for all requests that are under way.
///
/// In the first version every response reaches every subscriber (HZ-J3) and errors reach none (HZ-J4); in the last one
/// responses are filtered by their request, and errors are not (HZ-J2).
enum FlickrService: ViewModel {
  struct Model: Sendable {
    var isFirst = false
    var calls: [Ref<FlickrCall>] = []
  }

  static let isFirst = Field("isFirst", \Model.isFirst)
  static let calls = Field("calls", \Model.calls)

  static let definition = Definition<FlickrService>(Model(), fields: [isFirst, calls], isView: true) {
    Uses(FlickrCall.self)
  }
}

extension Handle where V == FlickrService {
  /// Starts a request whose response goes to an instance as the input `answered`, its error as `broke`.
  func call(_ method: FlickrCall.Method, _ argument: String, for owner: Value) {
    self[FlickrService.calls].append(
      make(FlickrCall.self) { call in
        self[call, FlickrCall.method] = method.rawValue
        self[call, FlickrCall.argument] = argument
        self[call, FlickrCall.owner] = owner
        self[call, FlickrCall.service] = me
      })
  }

  /// Tells the subscribers of a response, or of an error.
  func deliver(_ event: String, _ value: Value, of call: Ref<FlickrCall>) {
    let isForAll = event == FlickrCall.answered.name ? self[FlickrService.isFirst] : true
    if event == FlickrCall.broke.name, self[FlickrService.isFirst] { return }
    for other in self[FlickrService.calls] where other == call || isForAll { turn.raise(event, value, for: other.id) }
  }
}
