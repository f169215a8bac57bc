import ViewModels

/// One photo of an answer.
struct FlickrPhoto: Hashable {
  var identifier: String
  var title: String
  var url: String

  /// Reads a photo of the envelope; members that are missing are empty.
  init(_ value: Value) {
    let text = { (name: String) in value[name].map(FlickrPhoto.text) ?? "" }
    identifier = text("id")
    title = text("title")
    let farm = text("farm")
    url =
      "http://\(farm.isEmpty ? "" : "farm\(farm).")static.flickr.com/\(text("server"))/\(text("id"))_\(text("secret"))_m.jpg"
  }

  /// A number or a text, as a text.
  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    default: ""
    }
  }
}

/// What Flickr answers to a search: the envelope of its JSON.
struct FlickrAnswer: Hashable, ValueConvertible {
  var value: Value

  init(_ value: Value) { self.value = value }

  /// An answer with so many photos.
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

  /// What the failure says; `nil` when the answer is one.
  var failure: String? {
    if value["stat"] == "ok" { return nil }
    let code = value["code"].flatMap(Int.init).map { "\($0): " } ?? ""
    return code + (value["message"].flatMap(String.init) ?? "unknown")
  }

  /// How many there are; a text is read as a number, and 0 when it is none.
  var total: Int {
    switch value["photos"]?["total"] {
    case .int(let number)?: number
    case .string(let text)?: text.integerValue
    default: 0
    }
  }

  var photos: [FlickrPhoto] {
    guard case .list(let photos)? = value["photos"]?["photo"] else { return [] }
    return photos.map(FlickrPhoto.init)
  }

  static var shape: Shape { .record }
}

extension Int {
  /// The number with a comma for each thousand.
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

/// The services of Flickr, as all variants ask for them.
enum FlickrAPI {
  static let samples: KeyValuePairs<String, FlickrAnswer> = [
    "three": FlickrAnswer(photos: 3, total: 3), "many": FlickrAnswer(photos: 3, total: "1234"),
    "words": FlickrAnswer(photos: 1, total: "abc"), "none": FlickrAnswer(photos: 0, total: 0),
    "disabled": FlickrAnswer(["stat": "fail", "code": 3, "message": "Parameterless searches have been disabled"]),
  ]

  static func search(timeout: Timeout?) -> Service<String, FlickrAnswer> {
    Service("search", after: .seconds(1), timeout: timeout, samples: samples) { _ in
      .ok(FlickrAnswer(photos: 3, total: 3))
    }
  }
  static func favorites(timeout: Timeout?) -> Service<String, Int> {
    Service("favorites", after: .milliseconds(300), timeout: timeout, samples: ["twelve": 12]) { _ in .ok(12) }
  }
  static func info(timeout: Timeout?) -> Service<String, Int> {
    Service("info", after: .milliseconds(300), timeout: timeout, samples: ["five": 5]) { _ in .ok(5) }
  }
}
