import Testing
import ViewModels

@testable import Gallery

/// The facts of the goods' server that a parser has to survive.
@Suite("The goods' fixtures")
struct GoodsFixturesTests {
  private var pages: [Value] { (1...GoodsFixtures.pageCount).map { GoodsFixtures.page($0) } }
  private var articles: [Value] {
    pages.flatMap { page -> [Value] in
      guard case .list(let articles)? = page["data"] else { return [] }
      return articles
    }
  }

  private func count(_ name: String, _ value: Value) -> Int { articles.count { $0[name] == value } }

  @Test("20 pages of 20, the length of a page written as a text")
  func shape() {
    #expect(pages.count == 20)
    #expect(articles.count == 400)
    #expect(pages.allSatisfy { $0["perPage"] == "20" && $0["lastPage"] == 20 })
    #expect(pages.map { $0["currentPage"] } == (1...20).map { .int($0) })
    #expect(GoodsFixtures.page(21) == .null)
  }

  @Test("37 avatars are the number 0, and a nickname ends with a newline")
  func awkwardTexts() {
    #expect(count("avatar", 0) == 37)
    #expect(articles[7]["nickName"] == "用户7\n")
  }

  @Test("isNew is 0, 1 or 2, the freight of three kinds, nothing is liked, and 145 had no price")
  func counted() {
    #expect([0, 1, 2].map { count("isNew", .int($0)) } == [4, 17, 379])
    #expect([0, 1, 2].map { count("expressType", .int($0)) } == [189, 97, 114])
    #expect(count("isLike", 0) == 400)
    #expect(count("oprice", 0) == 145)
  }

  @Test("22 identifiers stand on two or three pages")
  func repeated() {
    var places: [Int: [Int]] = [:]
    for (place, article) in articles.enumerated() {
      if case .int(let id)? = article["id"] { places[id, default: []].append(place) }
    }
    #expect(places.count == 377)
    #expect(places.values.count { $0.count > 1 } == 22)
    #expect(places[3_238] == [5, 311])
    #expect(places[5_401]?.map { $0 / 20 + 1 } == [6, 11, 13])
    #expect(places.values.allSatisfy { Set($0.map { $0 / 20 }).count == $0.count })
  }

  @Test("five banners, all of type 0, with 'content' instead of 'desc'")
  func banners() throws {
    let banners = try Banner.read(GoodsFixtures.banners)
    #expect(banners.count == 5)
    #expect(banners.allSatisfy { $0.type == 0 && !$0.imageURL.isEmpty })
    guard case .list(let values) = GoodsFixtures.banners else { return }
    #expect(values.allSatisfy { $0["content"] != nil && $0["desc"] == nil })
  }

  @Test("every page can be read: numbers become texts, the lost picture is dropped")
  func read() throws {
    let read = try pages.map { try GoodsPage($0) }
    #expect(read.map(\.goods.count).allSatisfy { $0 == 20 })
    let first = read[0].goods[0]
    #expect(first.id == "3233")
    #expect(first.likes == "23")
    #expect(read[0].goods[3].avatar == "0")
    #expect(read[0].perPage == 20)
    #expect(read[0].goods[9].images.count == 0)
  }

  @Test("a page that cannot be read says what is wrong and where")
  func malformed() {
    let cases: [(Value, String)] = [
      (.null, "goods page: the answer is no record"),
      (["data": 1], "goods page: 'data' is missing or no list"),
      (
        ["data": .list([]), "currentPage": 1, "lastPage": "x", "perPage": "20"],
        "goods page: 'lastPage' is missing or no number"
      ),
      (["data": .list([1])], "goods page: data[0] is no record"),
      (["data": .list([["id": 1], .record([])])], "goods page: data[1] has no 'id'"),
    ]
    for (page, message) in cases {
      #expect(throws: PageError.self) { try GoodsPage(page) }
      do { _ = try GoodsPage(page) } catch { #expect(error.message == message) }
    }
  }

  @Test("N18 to N21: what a row says", arguments: [0])
  func texts(_ place: Int) throws {
    var goods = try Goods(GoodsFixtures.article(place), at: "")
    #expect(goods.numberText == "数量 2")
    #expect(goods.userIDText == "用户ID:100903")
    let freights: [(Int?, String?)] = [(0, "包邮"), (1, "运费 ¥15"), (2, "运费待议"), (3, nil), (nil, nil)]
    goods.expressFee = "15"
    for (type, text) in freights {
      goods.expressType = type
      #expect(goods.freightExplain == text)
    }
    for (price, text) in [("75", "￥75"), ("", nil), ("0", nil), ("0.0000001", nil)] as [(String, String?)] {
      goods.price = price
      #expect(goods.priceText == text)
    }
    for (price, text) in [("0", nil), ("100", "原价100")] as [(String, String?)] {
      goods.oldPrice = price
      #expect(goods.oldPriceText == text)
    }
    let title = { (text: String, isNew: Int) -> String? in
      var titled = goods
      titled.title = text
      titled.isNew = isNew
      return titled.titleText
    }
    #expect([0, 1, 2].map { title("T", $0) } == ["T", " T", " T"])
    #expect([0, 2].map { title("", $0) } == [nil, " "])
    goods.number = nil
    #expect(goods.numberText == "数量 (null)")
  }

  @Test(
    "H.3: when an article was edited, seen from 2017-06-13 10:00:00",
    arguments: [
      ("2017-06-13 09:59:30", "刚刚"), ("2017-06-13 09:59:00", "1分钟前"), ("2017-06-13 09:00:01", "59分钟前"),
      ("2017-06-13 09:00:00", "1小时前"), ("2017-06-12 10:00:01", "23小时前"), ("2017-06-12 10:00:00", "06-12 10:00"),
      ("2017-01-13 09:57:54", "01-13 09:57"), ("2016-12-30 11:04:34", "12-30 11:04"),
      ("2016-06-13 10:00:01", "06-13 10:00"), ("2016-06-13 10:00:00", "2016-06-13 10:00"),
      ("2017-06-13 18:00:00", "刚刚"), ("2017-06-15 10:00:00", "06-15 10:00"),
    ])
  func publishTime(_ edited: String, _ text: String) {
    #expect(GoodsTime.asWritten(edited, now: GoodsTime.start) == text)
  }

  @Test("HZ-H13: the fixed variant tells the year of another calendar year; what is no time is told by nobody")
  func year() {
    #expect(GoodsTime.told("2016-12-30 11:04:34", now: GoodsTime.start) == "2016-12-30 11:04")
    #expect(GoodsTime.told("2017-01-13 09:57:54", now: GoodsTime.start) == "01-13 09:57")
    #expect(GoodsTime.told("2017-06-13 09:59:30", now: GoodsTime.start) == "刚刚")
    #expect(GoodsTime.told("gestern", now: GoodsTime.start) == nil)
    #expect(GoodsTime.asWritten("2017-13-01 00:00:00", now: GoodsTime.start) == nil)
  }
}
