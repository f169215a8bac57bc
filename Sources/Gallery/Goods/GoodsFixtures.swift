import ViewModels

/// The goods server's answers, with the oddities of real data: a text as the page's length, 37 avatars of 0, a
/// newline in a nickname, `isNew` from 0 to 2, and 22 repeated articles.
enum GoodsFixtures {
  static let pageCount = 20
  static let perPage = 20

  /// A page by its number; null if it does not exist. `date` is in Unix seconds.
  static func page(
    _ number: Int, lastPage: Int = pageCount, as currentPage: Int? = nil, at date: Int = GoodsTime.start
  ) -> Value {
    guard (1...pageCount).contains(number) else { return .null }
    let articles = ((number - 1) * perPage..<number * perPage).map(article)
    return [
      "data": .list(articles), "currentPage": .int(currentPage ?? number), "lastPage": .int(lastPage),
      "perPage": .string("\(perPage)"), "date": .string(GoodsTime.text(ofSeconds: date, .whole)),
    ]
  }

  static let banners: Value = .list(
    (1...5).map { number in
      let url = "https://example.org/banners/\(number)"
      return [
        "id": .int(number), "type": 0, "url": .string(url), "title": .string("专题\(number)"),
        "image": ["url": .string("\(url).png")], "displayOrder": .int(number), "content": .string("第\(number)期"),
      ]
    })

  static func article(_ place: Int) -> Value {
    .record(facts(place) + texts(place) + counters(place) + dates(place))
  }

  private static func facts(_ place: Int) -> [Member] {
    [
      Member("id", .int(id(place))), Member("userId", .int(100_903 + place)),
      Member("avatar", place % 11 == 3 ? 0 : .string("https://example.org/users/\(place).png")),
      Member("iszm", .bool(place % 3 == 0)), Member("isLike", .int(0)), Member("isNew", .int(isNew(place))),
      Member("images", images(place)),
    ]
  }

  private static func texts(_ place: Int) -> [Member] {
    let titles = ["自行车", "旧书", "台灯", "相机", "键盘", "咖啡机", "吉他"]
    let cities = ["杭州", "广州", "成都", "西安"]
    let words = "九成新,自用一年,无磕碰,可当面看货。"
    return [
      Member("nickName", .string("用户\(place)" + (place == 7 ? "\n" : ""))),
      Member("title", .string(place == 13 ? "" : "\(titles[place % titles.count])\(place)")),
      Member("description", .string(String(repeating: words, count: place % 3))),
      Member("locationAreaName", .string(cities[place % cities.count])),
    ]
  }

  private static func counters(_ place: Int) -> [Member] {
    let oldPrice = place * 11 % 400 < 145 ? 0 : 100 + place
    return [
      Member("price", .int(place == 0 ? 75 : 9 + place % 191)), Member("oprice", .int(oldPrice)),
      Member("number", .int(place % 4 == 0 ? 2 : 1)), Member("expressType", .int(expressType(place))),
      Member("expressFee", .int(5 * (place % 4))), Member("likes", .int((23 + 7 * place) % 60)),
      Member("messages", .int(place % 13)), Member("hits", .int(place * 3)), Member("activityPrice", .int(0)),
    ]
  }

  private static func dates(_ place: Int) -> [Member] {
    let edited = GoodsTime.text(ofSeconds: GoodsTime.start - 30 - place * place * 97, .whole)
    return ["editAt", "updatedAt", "createdAt"].map { Member($0, .string(edited)) }
  }

  private static func images(_ place: Int) -> Value {
    .list(
      (0...place % 3).map { number in
        let url = "https://example.org/goods/\(place)-\(number).png"
        let isLost = place % 50 == 9 && number == 0
        return [
          "id": .int(place * 10 + number), "url": isLost ? .null : .string(url), "path": .string("/goods/\(place)"),
          "userId": .int(100_903 + place),
        ]
      })
  }

  // MARK: Counts of the real data

  /// There are 377 identifiers: 3238 is on pages 1 and 16, 5401 on three pages, twenty more on two.
  private static func id(_ place: Int) -> Int {
    if [103, 208, 255].contains(place) { return 5_401 }
    if place == 311 { return 3_238 }
    let copy = (place - 200) / 9
    if place >= 200, (place - 200) % 9 == 0, copy < 20 { return 3_233 + 41 + 7 * copy }
    return 3_233 + place
  }

  private static func isNew(_ place: Int) -> Int {
    if [17, 120, 233, 346].contains(place) { return 0 }
    return place % 24 == 5 ? 1 : 2
  }

  private static func expressType(_ place: Int) -> Int {
    let rank = place * 7 % 400
    return rank < 189 ? 0 : rank < 286 ? 1 : 2
  }
}
