import ViewModels

struct FlickrPhoto: Hashable {
  var identifier: String
  var title: String
  var url: String

  init(_ value: Value) {
    let text = { (name: String) in value[name].map(FlickrPhoto.text) ?? "" }
    identifier = text("id")
    title = text("title")
    let farm = text("farm")
    url =
      "http://\(farm.isEmpty ? "" : "farm\(farm).")static.flickr.com/\(text("server"))/\(text("id"))_\(text("secret"))_m.jpg"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    default: ""
    }
  }
}

enum FlickrTable {
  static let visibleRows = 4
  static let rowHeight = 44.0

  static func rows(at offset: Double, of count: Int) -> Range<Int> {
    let top = Int(max(0, min(Double(max(0, count - visibleRows)), offset / rowHeight)))
    return top..<min(top + visibleRows, count)
  }
}

extension Int {
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

struct FlickrView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var searchText = ""
    /// Changes with every assignment, like a string object's identity.
    var textIdentity = 0
    var queryIdentity = 0
  }

  let searchText = Field(\.searchText)
  let searchEdited = Subject<String>()
}
