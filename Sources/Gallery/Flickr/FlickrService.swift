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
    let call = make(FlickrCall.self, at: "\(method)")
    self[call, FlickrCall.method] = method.rawValue
    self[call, FlickrCall.argument] = argument
    self[call, FlickrCall.owner] = owner
    self[call, FlickrCall.service] = me
    self[FlickrService.calls].append(call)
  }

  /// Tells the subscribers of a response, or of an error.
  func deliver(_ event: String, _ value: Value, of call: Ref<FlickrCall>) {
    let isForAll = event == FlickrCall.answered.name ? self[FlickrService.isFirst] : true
    if event == FlickrCall.broke.name, self[FlickrService.isFirst] { return }
    for other in self[FlickrService.calls] where other == call || isForAll { turn.raise(event, value, for: other.id) }
  }
}

/// One request, and its one subscriber.
enum FlickrCall: ViewModel {
  enum Method: String {
    case search, favorites, info
  }

  struct Model: Sendable {
    var method = ""
    var argument = ""
    var owner = Value.null
    var service = Ref<FlickrService>(InstanceID(0))
  }

  static let method = Field("method", \Model.method)
  static let argument = Field("argument", \Model.argument)
  static let owner = Field("owner", \Model.owner)
  static let service = Field("service", \Model.service)
  static let answered = Input<Value>("answered")
  static let broke = Input<String>("broke")
  static let isSearch = Guard<Model>("it is a search") { $0.method == Method.search.rawValue }
  static let isFavorites = Guard<Model>("it asks for favourites") { $0.method == Method.favorites.rawValue }
  static let search = FlickrAPI.search(timeout: nil)
  static let favorites = FlickrAPI.favorites(timeout: nil)
  static let info = FlickrAPI.info(timeout: nil)

  static let definition = Definition<FlickrCall>(
    Model(), name: "call", fields: [method, argument, owner, service]
  ) {
    // HZ-J2, HZ-J3
    EveryTurn("an outcome reaches only whose request it is") { turn in
      turn.count(of: .any(of: .entered("call", .succeeded), .entered("call", .error))) == 0
        || turn.count(of: .any(of: .replied(search), .replied(favorites), .replied(info))) > 0
    }
    Region("call") {
      On(answered, to: .succeeded) { $0.end(answered.name, $1) }
      On(broke, to: .error) { $0.end(broke.name, .string($1)) }
      State(.idle) {
        Always(to: "search", when: isSearch)
        Always(to: "favorites", when: isFavorites)
        Always(to: "info")
      }
      State("search") {
        Invoke(search) { $0.argument }
        On(search.succeeded) { $0.tell(answered.name, $1.value) }
        On(search.failed) { $0.tell(broke.name, .string($1)) }
        On(search.error) { $0.tell(broke.name, .string($1)) }
      }
      State("favorites") {
        Invoke(favorites) { $0.argument }
        On(favorites.succeeded) { $0.tell(answered.name, $1.value) }
        On(favorites.failed) { $0.tell(broke.name, .string($1)) }
        On(favorites.error) { $0.tell(broke.name, .string($1)) }
      }
      State("info") {
        Invoke(info) { $0.argument }
        On(info.succeeded) { $0.tell(answered.name, $1.value) }
        On(info.failed) { $0.tell(broke.name, .string($1)) }
        On(info.error) { $0.tell(broke.name, .string($1)) }
      }
      State(.succeeded)
      State(.error)
    }
  }
}

extension Handle where V == FlickrCall {
  /// What the delegate hears of this request.
  fileprivate func tell(_ event: String, _ value: Value) {
    turn.handle(of: self[FlickrCall.service]).deliver(event, value, of: me)
  }

  /// What the subscriber of this request hears, once.
  fileprivate func end(_ event: String, _ value: Value) {
    let service = self[FlickrCall.service]
    self[service, FlickrService.calls].removeAll { $0 == me }
    guard case .reference(let owner) = self[FlickrCall.owner] else { return }
    let kind = event == FlickrCall.answered.name && self[FlickrCall.method] != FlickrCall.Method.search.rawValue
    turn.raise(kind ? "\(event).\(self[FlickrCall.method])" : event, value, for: owner)
  }
}
