import ViewModels

/// What every version of the goods' page is held to. What an original breaks is its hazard.
extension Property {
  /// HZ-H2, HZ-H3, HZ-H4.
  static func pagesInOrder(_ loaded: Field<V.Model, [Int]>) -> Property {
    .invariant("the list is the pages 1 to n, once each") { turn in
      turn[loaded].indices.allSatisfy { turn[loaded][$0] == $0 + 1 }
    }
  }

  /// HZ-H1, HZ-H2: at rest, and whenever it is told, so that a flicker is seen.
  static func footerEndsTheList(
    _ isHidden: Field<V.Model, Bool>, _ lastPage: Field<V.Model, Int>, _ loaded: Field<V.Model, [Int]>
  ) -> Property {
    .law("the footer is hidden when the last page is there, and only then", from: false) { _, turn in
      guard turn.isAtRest || turn.count(of: .set(isHidden)) > 0 else { return true }
      return turn[isHidden] == ((turn[loaded].last ?? 1) >= turn[lastPage])
    }
  }

  /// HZ-H5.
  static func countersAreNeverZero(_ counters: [Field<V.Model, Int>]) -> Property {
    .invariant("the counters are never 0") { turn in counters.allSatisfy { turn[$0] > 0 } }
  }

  /// HZ-H11.
  static func repeatedGoodsAgree<Row: ViewModel>(_ items: Field<V.Model, [Ref<Row>]>) -> Property
  where Row.Model == GoodsItem.Model {
    .invariant("an article has one like state") { turn in
      var likes: [String: Bool] = [:]
      for row in turn[items] {
        let (id, isLike) = (turn[row, GoodsItem.goodsId], turn[row, GoodsItem.isLike])
        if likes.updateValue(isLike, forKey: id) ?? isLike != isLike { return false }
      }
      return true
    }
  }

  /// HZ-H7: a tip that tells of success comes with a change of what is seen.
  static func tipMeansChange<Row: ViewModel>(
    _ items: Field<V.Model, [Ref<Row>]>, _ tips: [Subject<String>]
  ) -> Property where Row.Model == GoodsItem.Model {
    .law("a tip of success means that a row of the list changed", from: 0) { liked, turn in
      let count = turn[items].count { turn[$0, GoodsItem.isLike] }
      defer { liked = count }
      let isTold = turn.effects.contains { effect in
        guard case .output(let subject, .string(let text)) = effect else { return false }
        let isSuccess = text == GoodsService.likedText || text == GoodsService.unlikedText
        return isSuccess && tips.contains { $0.name == subject }
      }
      return !isTold || count != liked
    }
  }

  /// HZ-H12.
  static func likesAreNeverNegative(_ likes: Field<V.Model, String?>) -> Property {
    .invariant("likes are never negative") { ($0[likes].flatMap(Int.init) ?? 0) >= 0 }
  }

  /// HZ-H17.
  static func logoutForgets(_ keys: PhoneKeys, _ loggedOut: Subject<Void>) -> Property {
    .law("a logout forgets the credentials", from: false) { _, turn in
      guard turn.count(of: .sent(loggedOut)) > 0 else { return true }
      return [keys.phone, keys.code].allSatisfy { key in turn.effects.contains(.stored(key: key, value: .null)) }
    }
  }
}
