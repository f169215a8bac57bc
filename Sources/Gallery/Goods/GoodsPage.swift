import ViewModels

struct GoodsPage: Hashable, Sendable {
  var goods: [Goods]
  var currentPage: Int
  var lastPage: Int
  var perPage: Int
  /// The response's `Date` in Unix seconds.
  var date: Int?

  init(_ value: Value) throws(PageError) {
    guard case .record = value else { throw PageError("the answer", "is no record") }
    guard case .list(let articles)? = value["data"] else { throw PageError("'data'", "is missing or no list") }
    goods = []
    for (index, article) in articles.enumerated() { goods.append(try Goods(article, at: "data[\(index)]")) }
    currentPage = try value.counter("currentPage")
    lastPage = try value.counter("lastPage")
    perPage = try value.counter("perPage")
    date = value.text("date").flatMap(GoodsTime.seconds)
  }

  /// Requires the requested page, and counters of at least 1.
  init(_ value: Value, asked number: Int) throws(PageError) {
    try self.init(value)
    guard currentPage == number else { throw PageError("'currentPage'", "is \(currentPage), not \(number)") }
    guard lastPage >= 1 else { throw PageError("'lastPage'", "is \(lastPage), less than 1") }
    guard perPage >= 1 else { throw PageError("'perPage'", "is \(perPage), less than 1") }
  }
}

extension Value {
  func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: nil
    }
  }

  func number(_ name: String) -> Int? {
    switch self[name] {
    case .int(let number): number
    case .bool(let truth): truth ? 1 : 0
    case .string(let text): Int(text)
    default: nil
    }
  }

  fileprivate func counter(_ name: String) throws(PageError) -> Int {
    guard let number = number(name) else { throw PageError("'\(name)'", "is missing or no number") }
    return number
  }
}
