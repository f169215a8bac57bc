import ViewModels

protocol FlickrSearch: ViewModel {
  associatedtype Text: ValueConvertible
  var searchText: Field<Text> { get }
  var query: Field<String> { get }
  var executing: Field<Bool> { get }
  var isValid: Field<Bool> { get }
  var canSearch: Field<Bool> { get }
  var previousSearches: Field<[Ref<FlickrHistory>]> { get }
  var execute: Input<Void> { get }
  var success: Subject<String> { get }
  var push: Subject<Value> { get }
}

extension FlickrSearch {
  @ScreenParts var search: [ScreenPart] {
    Button(execute, "Go", enabled: canSearch)
    List(previousSearches, "Previous searches") { row in
      Label(row.text, "")
      Label(row.totalText, "total")
      Label(row.thumbnail, "")
    }
    HUD("Loading", while: executing, covers: false)
  }

  var logsValidity: Chart {
    Wire("watchValid") { me in
      me.values(\.isValid).distinct().subscribe(me) { me, isValid in
        me.log("search text is valid \(isValid ? 1 : 0)")
      }
    }
  }

  @Laws var laws: Chart {
    // HZ-J4
    Invariant("a search ends", at: .stillness) { !$0[executing] }
    // HZ-J7
    Invariant("the history holds each text once") { turn in
      let texts = turn[previousSearches].map { turn[$0].text }
      return Set(texts.map { Array($0.utf8) }).count == texts.count
    }
    EveryTurn("the history begins with what was found last") { turn in
      guard turn.occurrences(of: .sent(success)) > 0, let first = turn[previousSearches].first else { return true }
      let found = "searchString=\(turn[first].text), totalresults=\(turn[first].total), "
      return turn.effects.contains { effect in
        guard case .output(success.name, .string(let text)) = effect else { return false }
        return text.hasPrefix(found)
      }
    }
    // HZ-J8
    EveryTurn("results are shown for the text that is shown") { turn in
      turn.occurrences(of: .sent(push)) == 0 || String(turn[searchText].value) == turn[query]
    }
    // HZ-J12
    EveryTurn("what is searched is worth it") { turn in
      turn.occurrences(of: .entered("executeSearch", .executing)) == 0 || turn[query].isWorthSearching
    }
  }
}

extension String {
  /// At least four characters, not all blank; or an ideograph.
  var isWorthSearching: Bool {
    let scalars = unicodeScalars.filter { !$0.properties.isWhitespace }
    if scalars.contains(where: \.properties.isIdeographic) { return true }
    return !scalars.isEmpty && utf16.count > 3
  }
}
