import ViewModels

/// What a Flickr search and its items are held to. The original breaks each of these.
enum FlickrLaws {
  static func all<V: ViewModel, Text>(
    _ searchText: Field<V.Model, Text>, _ query: Field<V.Model, String>, _ push: Subject<Value>,
    _ history: Field<V.Model, [Ref<FlickrHistory>]>, _ executing: Field<V.Model, Bool>
  ) -> [Property<V>] {
    [
      // HZ-J4
      .invariant("a search ends", at: .stillness) { !$0[executing] },
      // HZ-J7
      .invariant("the history holds each text once") { turn in
        let texts = turn[history].map { turn[$0, FlickrHistory.text] }
        return Set(texts.map { Array($0.utf8) }).count == texts.count
      },
      // HZ-J8
      .everyTurn("results are shown for the text that is shown") { turn in
        turn.count(of: .sent(push)) == 0 || String(turn[searchText].value) == turn[query]
      },
      // HZ-J12
      .everyTurn("what is searched is worth it") { turn in
        turn.count(of: .entered("executeSearch", .executing)) == 0 || isWorthSearching(turn[query])
      },
    ]
  }

  static func item<V: ViewModel>(
    _ isVisible: Field<V.Model, Bool>, _ favourites: Field<V.Model, Int?>, _ problem: Field<V.Model, String?>,
    _ fetch: Subject<String>
  ) -> [Property<V>] {
    [
      // HZ-J1, HZ-J11
      .invariant("what is seen long enough has its numbers, or says why not", at: .stillness) {
        !$0[isVisible] || $0[favourites] != nil || $0[problem] != nil
      },
      // HZ-J5
      .atMost(1, .sent(fetch), since: .set(problem), "an item is fetched once"),
    ]
  }

  /// Four characters that are not all blank, or a word in a script that needs fewer.
  static func isWorthSearching(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    if scalars.contains(where: \.properties.isIdeographic) { return true }
    return !scalars.isEmpty && text.utf16.count > 3
  }
}
