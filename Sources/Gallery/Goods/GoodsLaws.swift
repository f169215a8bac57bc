import ViewModels

/// What every version of the goods' page is held to. What an original breaks is its hazard.
struct GoodsLaws<V: ViewModel, Row: ViewModel> where Row.Model == GoodsItem.Model {
  let items: Field<V.Model, [Ref<Row>]>
  let page: Field<V.Model, Int>
  let lastPage: Field<V.Model, Int>
  let perPage: Field<V.Model, Int>
  let loadedPages: Field<V.Model, [Int]>
  let footerHidden: Field<V.Model, Bool>
  let isRefreshing: Field<V.Model, Bool>
  let isLoadingMore: Field<V.Model, Bool>
  let isLiking: Field<V.Model, Bool>
  /// What a tap of a like does to the page.
  let likeBegins: Happening
  let tip: Subject<String>
  let loggedOut: Subject<Void>
  let keys: PhoneKeys

  var all: [Property<V>] {
    [
      pagesInOrder, footerEndsTheList, countersAreNeverZero, repeatedGoodsAgree, tipMeansChange, likesDoNotOverlap,
      buttonsFollowLikes, yearsAreTold, nothingIsNull, logoutForgets,
      .everyOne(of: .became(isRefreshing, true), endsIn: .became(isRefreshing, false), "every refresh ends"),
      .everyOne(of: .became(isLoadingMore, true), endsIn: .became(isLoadingMore, false), "every load ends"),
      .everyOne(of: .became(isLiking, true), endsIn: .became(isLiking, false), "every like ends"),
    ]
  }

  /// HZ-H2, HZ-H3, HZ-H4.
  private var pagesInOrder: Property<V> {
    .invariant("the list is the pages 1 to n, once each") { [loadedPages] turn in
      turn[loadedPages].indices.allSatisfy { turn[loadedPages][$0] == $0 + 1 }
    }
  }

  /// HZ-H1, HZ-H2: at rest, and whenever it is told, so that a flicker is seen.
  private var footerEndsTheList: Property<V> {
    .everyTurn("the footer is hidden when the last page is there, and only then") {
      [footerHidden, lastPage, loadedPages] turn in
      guard turn.isAtRest || turn.count(of: .set(footerHidden)) > 0 else { return true }
      return turn[footerHidden] == ((turn[loadedPages].last ?? 1) >= turn[lastPage])
    }
  }

  /// HZ-H5.
  private var countersAreNeverZero: Property<V> {
    .invariant("the counters are never 0") { [page, lastPage, perPage] turn in
      [page, lastPage, perPage].allSatisfy { turn[$0] > 0 }
    }
  }

  /// HZ-H11.
  private var repeatedGoodsAgree: Property<V> {
    .invariant("an article has one like state") { [items] turn in
      var likes: [String: Bool] = [:]
      for row in turn[items] {
        let (id, isLike) = (turn[row, GoodsItem.goodsId], turn[row, GoodsItem.isLike])
        if likes.updateValue(isLike, forKey: id) ?? isLike != isLike { return false }
      }
      return true
    }
  }

  /// HZ-H7: a tip that tells of success comes with a change of what is seen.
  private var tipMeansChange: Property<V> {
    .law("a tip of success means that a row of the list changed", from: 0) { [items, tip] liked, turn in
      let count = turn[items].count { turn[$0, GoodsItem.isLike] }
      defer { liked = count }
      return turn.count(of: .sent(tip)) == 0 || count != liked
    }
  }

  /// HZ-H8: each tap that is taken is the like of one more article.
  private var likesDoNotOverlap: Property<V> {
    .law("one like of an article is under way", from: 0) { [items, isLiking, likeBegins] before, turn in
      if turn.count(of: .set(isLiking)) == 0, turn.count(of: .set(items)) == 0 { return true }
      let count = turn[items].count { turn[$0, GoodsItem.isLiking] }
      defer { before = count }
      return turn.count(of: likeBegins) == 0 || !turn[isLiking] || count > before
    }
  }

  /// HZ-H10.
  private var buttonsFollowLikes: Property<V> {
    .invariant("a disabled button is that of an article that is being liked") { [items] turn in
      let disabled = turn[items].filter { !turn[$0, GoodsItem.thumbEnabled] }
      if disabled.isEmpty { return true }
      let busy = Set(turn[items].filter { turn[$0, GoodsItem.isLiking] }.map { turn[$0, GoodsItem.goodsId] })
      return disabled.allSatisfy { busy.contains(turn[$0, GoodsItem.goodsId]) }
    }
  }

  /// HZ-H13.
  private var yearsAreTold: Property<V> {
    rowsSay("an article of another calendar year shows its year") { turn, row in
      let count = turn[row, GoodsItem.publishTime]?.utf8.count
      return !turn[row, GoodsItem.isOfOtherYear] || count == "2016-12-30 11:04".utf8.count
    }
  }

  /// H.2.
  private var nothingIsNull: Property<V> {
    rowsSay("what is missing is not said") { turn, row in
      [GoodsItem.number, GoodsItem.userId, GoodsItem.freightExplain].allSatisfy {
        !(turn[row, $0]?.hasSuffix("(null)") ?? false)
      }
    }
  }

  /// What holds of the texts of each row; they are written once, when the list takes the row.
  private func rowsSay(
    _ name: String, _ holds: @escaping @Sendable (borrowing Witness<V>, Ref<Row>) -> Bool
  ) -> Property<V> {
    .law(name, from: true) { [items] held, turn in
      guard turn.count(of: .set(items)) > 0 else { return held }
      held = true
      for row in turn[items] where !holds(turn, row) { held = false }
      return held
    }
  }

  /// HZ-H17.
  private var logoutForgets: Property<V> {
    .everyTurn("a logout forgets the credentials") { [keys, loggedOut] turn in
      guard turn.count(of: .sent(loggedOut)) > 0 else { return true }
      return [keys.phone, keys.code].allSatisfy { key in turn.effects.contains(.stored(key: key, value: .null)) }
    }
  }
}

extension Property where V.Model == GoodsItem.Model {
  /// HZ-H12.
  static var likesAreNeverNegative: Property {
    .invariant("likes are never negative") { ($0[GoodsItem.likes].flatMap(Int.init) ?? 0) >= 0 }
  }
}
