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

/// The table of the results: as many cells as fit on the screen, used again as photos come into sight.
enum FlickrTable {
  static let visibleRows = 4
  static let rowHeight = 44.0

  /// The rows that are in sight.
  static func rows(at offset: Double, of count: Int) -> Range<Int> {
    let top = Int(max(0, min(Double(max(0, count - visibleRows)), offset / rowHeight)))
    return top..<min(top + visibleRows, count)
  }
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

/// The text field of the original's controller.
struct FlickrView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var searchText = ""
    /// Which string object the view model's text is: every assignment brings another one.
    var textIdentity = 0
    /// Which one was searched for.
    var queryIdentity = 0
  }

  let searchText = Field(\.searchText)
  let searchEdited = Subject<String>()
}
