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
