import ViewModels

/// One row of the ranking of seed 000, a view model of its own. Its total comes later than the row itself.
struct HomeRow: ViewModel {
  struct Model: ModelType, Hashable {
    var number = ""
    var name = ""
    var score = ""
    var totalNumber: String?
  }

  let number = Field(\.number, samples: ["ten": "10"])
  let name = Field(\.name, samples: ["ming": "小明"])
  let score = Field(\.score, samples: ["score": "92"])
  let totalNumber = Field(\.totalNumber, samples: ["words": "abc", "large": "99"])
}

/// What the server says of a row at first.
struct HomeRecord: Hashable, ValueConvertible {
  var number: String
  var name: String
  var score: String

  init(number: String, name: String, score: String) {
    self.number = number
    self.name = name
    self.score = score
  }

  /// The forty rows of the article, all alike.
  static func page(of count: Int) -> [HomeRecord] {
    (0..<max(0, count)).map { _ in HomeRecord(number: "10", name: "小明", score: "92") }
  }

  /// The totals that come later: 10 and on.
  static func totals(of count: Int) -> [String] { (0..<max(0, count)).map { String($0 + 10) } }

  var value: Value { ["number": number.value, "name": name.value, "score": score.value] }

  init?(_ value: Value) {
    guard let number = value["number"].flatMap(String.init), let name = value["name"].flatMap(String.init),
      let score = value["score"].flatMap(String.init)
    else { return nil }
    self.init(number: number, name: name, score: score)
  }

  static var shape: Shape { .record }
}
