import Testing
import ViewModels

@testable import Gallery

/// What a row says of an article.
@Suite("The texts of a row of goods")
struct GoodsTextTests {
  private static let styles: [GoodsTexts.Style] = [.asWritten, .mended]

  private func texts(_ members: Value, _ style: GoodsTexts.Style = .asWritten) throws -> GoodsTexts {
    guard case .record(let members) = members else { throw PageError("the test's article", "is no record") }
    let goods = try Goods(.record([Member("id", 7)] + members), at: "")
    return GoodsTexts(goods, of: try GoodsPage(GoodsFixtures.page(1)), style)
  }

  @Test("N18: the freight", arguments: styles)
  func freight(_ style: GoodsTexts.Style) throws {
    let freights: [(Value, String?)] = [(0, "包邮"), (1, "运费 ¥15"), (2, "运费待议"), (3, nil), (.null, nil)]
    for (type, text) in freights {
      #expect(try texts(["expressType": type, "expressFee": 15], style).freight == text)
    }
  }

  @Test("N19: the prices", arguments: styles)
  func prices(_ style: GoodsTexts.Style) throws {
    let prices: [(Value, String?)] = [
      ("75", "￥75"), (75, "￥75"), ("", nil), ("0", nil), ("0.0000001", nil), ("-3", nil), ("面议", nil), ("75元", "￥75元"),
      ("nan", nil), ("inf", nil), (" 8", "￥ 8"), (".5", "￥.5"),
    ]
    for (price, text) in prices { #expect(try texts(["price": price], style).price == text, "\(price)") }
    for (price, text) in [("0", nil), ("100", "原价100"), ("", nil), ("0.000001", "原价0.000001")] as [(Value, String?)] {
      #expect(try texts(["oprice": price], style).oldPrice == text)
    }
  }

  @Test("N20, HZ-H14: as written 1 and 2 are new, in the fixed variant 1 is")
  func badge() throws {
    let told = { (title: Value, isNew: Int, style: GoodsTexts.Style) in
      try texts(["title": title, "isNew": .int(isNew)], style)
    }
    #expect(try [0, 1, 2].map { try told("T", $0, .asWritten).title } == ["T", " T", " T"])
    #expect(try [0, 1, 2].map { try told("T", $0, .asWritten).isBrandNew } == [false, true, true])
    #expect(try [0, 1, 2].map { try told("T", $0, .mended).title } == ["T", " T", "T"])
    #expect(try [0, 1].map { try told("", $0, .asWritten).title } == [nil, " "])
    #expect(try [0, 1].map { try told(.null, $0, .mended).title } == [nil, " "])
  }

  @Test("N21: number and user", arguments: styles)
  func labels(_ style: GoodsTexts.Style) throws {
    let texts = try texts(["number": 2, "userId": 100_903], style)
    #expect(texts.number == "数量 2")
    #expect(texts.userID == "用户ID:100903")
  }

  @Test("H.2: what is missing is printed as the originals print nil, and left out in the fixed variant")
  func missing() throws {
    let (written, mended) = (try texts(["expressType": 1]), try texts(["expressType": 1], .mended))
    #expect([written.number, written.userID, written.freight] == ["数量 (null)", "用户ID:(null)", "运费 ¥(null)"])
    #expect([mended.number, mended.userID, mended.freight] == [nil, nil, nil])
  }

  @Test("HZ-H15: the number 0 is an address in the originals, and no picture in the fixed variant")
  func avatar() throws {
    #expect(try texts(["avatar": 0]).avatar == "0")
    #expect(try texts(["avatar": 0], .mended).avatar == nil)
    #expect(try texts(["avatar": "https://example.org"], .mended).avatar == "https://example.org")
  }

  @Test("H.2: a row is as high as its description needs, one line or two")
  func height() throws {
    let heights = ["", "一行", String(repeating: "字", count: 23), String(repeating: "字", count: 24), "a\nb"].map {
      try? texts(["description": .string($0)]).rowHeight
    }
    #expect(heights == [281, 281, 281, 298, 298])
  }

  @Test("H.2: pictures without an address are dropped; the icon of a real name is hidden without one")
  func pictures() throws {
    let goods = try Goods(
      ["id": 7, "iszm": 1, "images": .list([["url": .null], ["url": "a"], .record([]), ["url": "b"]])], at: "")
    #expect(goods.images == ["a", "b"])
    #expect(goods.isRealName)
    #expect(try Goods(["id": 7], at: "").images.isEmpty)
  }

  @Test(
    "H.3: when an article was edited, seen from 2017-06-13 10:00:00",
    arguments: [
      ("2017-06-13 09:59:30", "刚刚"), ("2017-06-13 09:59:00", "1分钟前"), ("2017-06-13 09:00:01", "59分钟前"),
      ("2017-06-13 09:00:00", "1小时前"), ("2017-06-12 10:00:01", "23小时前"), ("2017-06-12 10:00:00", "06-12 10:00"),
      ("2017-01-13 09:57:54", "01-13 09:57"), ("2016-12-30 11:04:34", "12-30 11:04"),
      ("2016-06-13 10:00:01", "06-13 10:00"), ("2016-06-13 10:00:00", "2016-06-13 10:00"),
      ("2017-06-13 18:00:00", "刚刚"), ("2017-06-15 10:00:00", "06-15 10:00"), ("2018-06-13 09:59:59", "06-13 09:59"),
      ("2018-06-13 10:00:00", "2018-06-13 10:00"),
    ])
  func publishTime(_ edited: String, _ text: String) throws {
    #expect(GoodsTime.asWritten(edited, now: GoodsTime.start) == text)
    #expect(try texts(["editAt": .string(edited)]).publishTime == text)
  }

  @Test(
    "an answer carries the time as of which its articles are told; of one that carries none, dates are told",
    arguments: ["goods@fixed", "goods@blocks", "goods@rac"])
  func answered(_ title: String) throws {
    var run = try GalleryRun(title)
    run.advance(1_000)
    #expect(run.value("items[0].publishTime") == "刚刚")
    run(.service(name: "requestGoods", ServiceBehaviour(answer: .manual)))
    let later = GoodsFixtures.page(1, at: GoodsTime.start + 60)
    guard case .record(let members) = later else { return }
    let answers: [(Value, String)] = [
      (later, "1分钟前"), (GoodsFixtures.page(1), "刚刚"),
      (.record(members.filter { $0.name != "date" }), "2017-06-13 09:59"),
    ]
    for (answer, text) in answers {
      run.tap("pullDown")
      run(.reply(request: "requestGoods", .ok, answer))
      run.advance(86_400_000)
      #expect(run.value("items[0].publishTime") == .string(text))
    }
  }

  @Test("a year after a leap day is the last day of February")
  func leapDay() throws {
    let now = try #require(GoodsTime.seconds("2017-02-28 10:00:00"))
    #expect(GoodsTime.asWritten("2016-02-29 10:00:00", now: now) == "2016-02-29 10:00")
    #expect(GoodsTime.asWritten("2016-02-29 10:00:01", now: now) == "02-29 10:00")
  }

  @Test("HZ-H13: the fixed variant tells the year of another calendar year; what is no time is told by nobody")
  func year() throws {
    let told = { (text: String) in GoodsTime.told(text, now: GoodsTime.start) }
    #expect(told("2016-12-30 11:04:34") == "2016-12-30 11:04")
    #expect(told("2018-01-01 00:00:00") == "2018-01-01 00:00")
    #expect(told("2017-01-13 09:57:54") == "01-13 09:57")
    #expect(told("2017-06-13 09:59:30") == "刚刚")
    #expect(told("gestern") == nil)
    #expect(GoodsTime.asWritten("2017-13-01 00:00:00", now: GoodsTime.start) == nil)
    // An hour ago, though in another year.
    let newYear = try #require(GoodsTime.seconds("2017-01-01 00:30:00"))
    #expect(GoodsTime.told("2016-12-31 23:30:00", now: newYear) == "1小时前")
    #expect(!GoodsTime.isOfOtherYear("2016-12-31 23:30:00", now: newYear))
  }
}
