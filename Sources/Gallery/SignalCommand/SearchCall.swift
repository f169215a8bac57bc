import ViewModels

/// One request for what a text finds; as written nothing cancels it, else it is given up after a minute. What comes is told by the page's subject, with the text that it is
/// for.
enum SearchCall: ViewModel {
  struct Model: Sendable {
    var page = Value.null
    var query = ""
    var isLimited = false
  }

  static let page = Field("page", \Model.page)
  static let query = Field("query", \Model.query)
  static let isLimited = Field("isLimited", \Model.isLimited)
  private static let limit = Guard<Model>("it is limited", reads: [isLimited]) { $0.isLimited }
  static let find = Service<String, String>(
    "find", after: .seconds(1), samples: ["cats": "cats: 3"]
  ) { .ok("\($0): 3") }
  /// What the page is sent.
  static let answered = Input<SearchAnswer>("answered")

  /// Asks, and tells what comes.
  private static var asking: [Part<SearchCall>] {
    [
      Invoke(find) { $0.query },
      On(find.succeeded, to: "done") { me, text in me.tell(value: text) },
      On(find.failed, to: "done") { me, reason in me.tell(error: .failure(.string(reason))) },
      On(find.error, to: "done") { me, message in me.tell(error: .string(message)) },
    ]
  }

  static let definition = Definition<SearchCall>(Model(), fields: [page, query, isLimited], isView: true) {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Always(to: "limited", when: limit)
        asking
      }
      State("limited") {
        After(.seconds(60), to: "done")
        asking
      }
      State("done")
    }
  }
}

extension Handle where V == SearchCall {
  fileprivate func tell(value: String = "", error: Value = .null) {
    guard case .reference(let page) = self[SearchCall.page] else { return }
    let answer = SearchAnswer(query: self[SearchCall.query], text: value, error: error)
    turn.raise(SearchCall.answered.name, answer.value, for: page)
  }
}

/// What came for a text: what was found, or an error.
struct SearchAnswer: Hashable, ValueConvertible {
  var query: String
  var text: String
  var error: Value

  init(query: String, text: String, error: Value) {
    self.query = query
    self.text = text
    self.error = error
  }

  /// What an execution sends.
  var signal: SignalRef<String> {
    SignalRef(error == .null ? .wiring("found", [.string(text)]) : .failing(error))
  }

  var value: Value { ["query": query.value, "text": text.value, "error": error] }

  init?(_ value: Value) {
    guard let query = value["query"].flatMap(String.init), let text = value["text"].flatMap(String.init),
      let error = value["error"]
    else { return nil }
    self.init(query: query, text: text, error: error)
  }

  static var shape: Shape { .record }

  /// What was found, as a signal.
  static let found = NamedSignal("found") { (text: String) -> Signal<String> in .just(text) }
}
