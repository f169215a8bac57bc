import ViewModels

/// A request whose answer the page's subject sends. As written nothing cancels it; as fixed it ends after a minute.
struct SearchCall<Page: SearchPage>: InternalViewModel {
  struct Model: ModelType {
    var page = Ref<Page>(InstanceID(0))
    var query = ""
    var isLimited = false
  }

  let limit = Guard("it is limited", \.isLimited, reads: \.isLimited)
  let find = Service<String, String>(after: .seconds(1), samples: ["cats": "cats: 3"]) { .ok("\($0): 3") }

  var chart: Chart {
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

  @Parts<Self> private var asking: Chart {
    Invoke(find) { $0.query }
    On(find.succeeded, to: "done") { me, text in tell(me, text, .null) }
    On(find.failed, to: "done") { me, reason in tell(me, "", .failure(.string(reason))) }
    On(find.error, to: "done") { me, message in tell(me, "", .string(message)) }
  }

  private func tell(_ me: borrowing Me, _ text: String, _ error: Value) {
    me[me.page].raise(Page.page.answered, SearchAnswer(query: me.query, text: text, error: error))
  }
}

struct SearchAnswer: Hashable {
  var query: String
  var text: String
  var error: Value
}

extension SearchAnswer: ValueConvertible {
  var value: Value { ["query": query.value, "text": text.value, "error": error] }

  init?(_ value: Value) {
    guard let query = value["query"].flatMap(String.init), let text = value["text"].flatMap(String.init),
      let error = value["error"]
    else { return nil }
    self.init(query: query, text: text, error: error)
  }

  static var shape: Shape { .record }
}
