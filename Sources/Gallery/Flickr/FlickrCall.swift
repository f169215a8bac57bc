import ViewModels

/// A request that nothing cancels. Another request's outcome may reach its subscriber first.
struct FlickrCall: ViewModel {
  enum Method: String {
    case search, favorites, info
  }

  struct Model: ModelType {
    var method = ""
    var argument = ""
    var owner = Value.null
    var delegate = Ref<FlickrService>(InstanceID(0))
  }

  static let templateName = "call"

  let method = Field(\.method, samples: ["search": "search"])
  let argument = Field(\.argument, samples: ["cats": "cats"])
  let isSearch = Guard("it is a search") { $0.method == Method.search.rawValue }
  let isFavorites = Guard("it asks for favourites") { $0.method == Method.favorites.rawValue }
  let flickr = FlickrAPI<Self>(timeout: nil)
  let outcome = FlickrOutcome<Self>()

  var chart: Chart {
    Region("call") {
      State(.idle) {
        Always(to: "search", when: isSearch)
        Always(to: "favorites", when: isFavorites)
        Always(to: "info")
      }
      asking("search", flickr.search)
      asking("favorites", flickr.favorites)
      asking("info", flickr.info)
      State("replied")
    }
    Region("subscriber") {
      State("waiting") {
        On(outcome.answered, to: .succeeded) { me, value in
          end(me, outcome.answer(to: Method(rawValue: me.method)).name, value)
        }
        On(outcome.broke, to: .error) { end($0, outcome.broke.name, .string($1)) }
      }
      State(.succeeded)
      State(.error)
    }
  }

  var laws: Chart {
    // HZ-J2, HZ-J3
    EveryTurn("an outcome reaches only whose request it is") { turn in
      turn.occurrences(of: .any(of: .entered("subscriber", .succeeded), .entered("subscriber", .error))) == 0
        || turn.occurrences(of: .any(of: .replied(flickr.search), .replied(flickr.favorites), .replied(flickr.info)))
          > 0
    }
  }

  private func asking<Answer>(_ state: StateID, _ service: Service<String, Answer>) -> Part<Self> {
    State(state) {
      Invoke(service) { $0.argument }
      On(service.succeeded, to: "replied") { me, answer in
        me[me.delegate].deliver(answer.value, of: me.ref)
        if !me.isIn("waiting") { leave(me) }
      }
      On(service.failed, to: "replied", tellError)
      On(service.error, to: "replied", tellError)
    }
  }

  private func tellError(_ me: borrowing Me, _ message: String) {
    me[me.delegate].deliver(error: message)
    if !me.isIn("waiting") { leave(me) }
  }

  private func end(_ me: borrowing Me, _ event: Name, _ value: Value) {
    if me.isIn("replied") { leave(me) }
    if case .reference(let owner) = me.owner { me.turn.raise(event, value, for: owner) }
  }

  private func leave(_ me: borrowing Me) {
    let call = me.ref
    me[me.delegate].calls.removeAll { $0 == call }
  }
}
