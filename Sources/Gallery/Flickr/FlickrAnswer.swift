import ViewModels

struct FlickrAnswer: Hashable, ValueConvertible {
  static let disabled = "3: Parameterless searches have been disabled"
  static let samples: KeyValuePairs<String, FlickrAnswer> = [
    "three": FlickrAnswer(photos: 3, total: 3), "six": FlickrAnswer(photos: 6, total: 6),
    "many": FlickrAnswer(photos: 3, total: "1234"),
    "words": FlickrAnswer(photos: 1, total: "abc"), "none": FlickrAnswer(photos: 0, total: 0),
    "disabled": FlickrAnswer(["stat": "fail", "code": 3, "message": "Parameterless searches have been disabled"]),
  ]

  var value: Value

  init(_ value: Value) { self.value = value }

  init(photos count: Int, total: Value) {
    let photos = (0..<count).map { index -> Value in
      [
        "id": .string("p\(index + 1)"), "owner": "o-1", "secret": "s", "server": "7", "farm": 9,
        "title": .string("photo \(index + 1)"), "ispublic": 1, "isfriend": 0, "isfamily": 0,
      ]
    }
    self.init([
      "stat": "ok",
      "photos": ["page": 1, "pages": 1, "perpage": 100, "total": total, "photo": .list(photos)],
    ])
  }

  /// Nil on success.
  var failure: String? {
    if value["stat"] == "ok" { return nil }
    let code = value["code"].flatMap(Int.init).map { "\($0): " } ?? ""
    return code + (value["message"].flatMap(String.init) ?? "unknown")
  }

  /// Accepts a number or its text; 0 without one.
  var total: Int {
    switch value["photos"]?["total"] {
    case .int(let number)?: number
    case .string(let text)?: text.integerValue
    default: 0
    }
  }

  func description(of text: String) -> String {
    "searchString=\(text), totalresults=\(total), photos=(\(photos.map(\.title).joined(separator: ", ")))"
  }

  var photos: [FlickrPhoto] {
    guard case .list(let photos)? = value["photos"]?["photo"] else { return [] }
    return photos.map(FlickrPhoto.init)
  }

  static var shape: Shape { .record }
}
