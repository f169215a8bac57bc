import ViewModels

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

struct HomeRecord: Hashable {
  var number: String
  var name: String
  var score: String

  /// All alike, as in the article.
  static func page(of count: Int) -> [HomeRecord] {
    (0..<max(0, count)).map { _ in HomeRecord(number: "10", name: "小明", score: "92") }
  }

  static func totals(of count: Int) -> [String] { (0..<max(0, count)).map { String($0 + 10) } }
}

extension HomeRecord: ValueConvertible {
  var value: Value { ["number": number.value, "name": name.value, "score": score.value] }

  init?(_ value: Value) {
    guard let number = value["number"].flatMap(String.init), let name = value["name"].flatMap(String.init),
      let score = value["score"].flatMap(String.init)
    else { return nil }
    self.init(number: number, name: name, score: score)
  }

  static var shape: Shape { .record }
}
