import ViewModels

/// One request, which nothing cancels, and its one subscriber, who may have been told of something else meanwhile.
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

  static let method = Field("method", \Model.method, samples: ["search": "search"])
  static let argument = Field("argument", \Model.argument, samples: ["cats": "cats"])
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
      turn.count(of: .any(of: .entered("subscriber", .succeeded), .entered("subscriber", .error))) == 0
        || turn.count(of: .any(of: .replied(search), .replied(favorites), .replied(info))) > 0
    }
    Region("call") {
      State(.idle) {
        Always(to: "search", when: isSearch)
        Always(to: "favorites", when: isFavorites)
        Always(to: "info")
      }
      State("search") {
        Invoke(search) { $0.argument }
        On(search.succeeded, to: "replied") { $0.tell(answered.name, $1.value) }
        On(search.failed, to: "replied") { $0.tell(broke.name, .string($1)) }
        On(search.error, to: "replied") { $0.tell(broke.name, .string($1)) }
      }
      State("favorites") {
        Invoke(favorites) { $0.argument }
        On(favorites.succeeded, to: "replied") { $0.tell(answered.name, $1.value) }
        On(favorites.failed, to: "replied") { $0.tell(broke.name, .string($1)) }
        On(favorites.error, to: "replied") { $0.tell(broke.name, .string($1)) }
      }
      State("info") {
        Invoke(info) { $0.argument }
        On(info.succeeded, to: "replied") { $0.tell(answered.name, $1.value) }
        On(info.failed, to: "replied") { $0.tell(broke.name, .string($1)) }
        On(info.error, to: "replied") { $0.tell(broke.name, .string($1)) }
      }
      State("replied")
    }
    Region("subscriber") {
      State("waiting") {
        On(answered, to: .succeeded) { $0.end(answered.name, $1) }
        On(broke, to: .error) { $0.end(broke.name, .string($1)) }
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
    if !isIn("waiting") { leave() }
  }

  /// What the subscriber of this request hears, once.
  fileprivate func end(_ event: String, _ value: Value) {
    if isIn("replied") { leave() }
    guard case .reference(let owner) = self[FlickrCall.owner] else { return }
    let kind = event == FlickrCall.answered.name && self[FlickrCall.method] != FlickrCall.Method.search.rawValue
    turn.raise(kind ? "\(event).\(self[FlickrCall.method])" : event, value, for: owner)
  }

  /// The delegate forgets it: it was answered, and its subscriber knows.
  private func leave() {
    let service = self[FlickrCall.service]
    self[service, FlickrService.calls].removeAll { $0 == me }
  }
}
