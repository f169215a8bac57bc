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
    let banners = try GoodsBanner.read(GoodsFixtures.banners)
    #expect(banners.count == 5)
    #expect(banners.allSatisfy { $0.type == 0 && !$0.imageURL.isEmpty && $0.description == nil })
    #expect(banners.map(\.primaryKey) == ["1", "2", "3", "4", "5"])
    #expect(banners[0].title == "专题1")
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
      (["data": .list([["id": 1, "images": 1]])], "goods page: data[0].images is no list"),
      (["data": .list([["id": 1, "images": .list(["a"])]])], "goods page: data[0].images[0] is no record"),
    ]
    for (page, message) in cases {
      #expect(#expect(throws: PageError.self) { try GoodsPage(page) }?.message == message)
    }
  }

  @Test("a careful client takes no other page than it asked for, and no counter below 1")
  func asked() throws {
    let page = { (current: Int, last: Int, length: Int) -> Value in
      ["data": .list([]), "currentPage": .int(current), "lastPage": .int(last), "perPage": .int(length)]
    }
    let cases = [
      (page(3, 20, 20), "goods page: 'currentPage' is 3, not 2"),
      (page(2, 0, 20), "goods page: 'lastPage' is 0, less than 1"),
      (page(2, 20, -1), "goods page: 'perPage' is -1, less than 1"),
    ]
    for (page, message) in cases {
      #expect(#expect(throws: PageError.self) { try GoodsPage(page, asked: 2) }?.message == message)
    }
    #expect(try GoodsPage(page(2, 1, 20), asked: 2).lastPage == 1)
  }

  @Test("an article is known by 'id', 'goodsId' or 'goods_id'")
  func identifiers() throws {
    for name in ["id", "goodsId", "goods_id"] {
      #expect(try Goods(.record([Member(name, 7)]), at: "").id == "7")
    }
  }

  @Test("banners that cannot be read say what is wrong and where")
  func malformedBanners() {
    for (banners, message) in [(.null, "banners: the answer is no list"), ([1], "banners: [0] is no record")]
      as [(Value, String)]
    {
      #expect(#expect(throws: PageError.self) { try GoodsBanner.read(banners) }?.message == message)
    }
  }
}
