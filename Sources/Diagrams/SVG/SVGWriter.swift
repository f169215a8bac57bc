import Traces

/// Writes SVG and escapes all text.
struct SVGWriter {
  private(set) var lines: [String] = []
  private var open: [String] = []

  /// Screen readers read title and description.
  ///
  /// - Parameter style: CSS rules; empty if the page has them.
  init(width: Int, height: Int, title: String, description: String, style: [String]) {
    begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": "\(width)", "height": "\(height)",
        "viewBox": "0 0 \(width) \(height)", "role": "img",
        "aria-labelledby": "picture-title picture-description",
      ])
    element("title", ["id": "picture-title"], title)
    element("desc", ["id": "picture-description"], description)
    if style.isEmpty { return }
    add("<style>")
    lines += style
    add("</style>")
  }

  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    add("<\(Self.tag(name, attributes))>")
    open.append(name)
  }

  mutating func end() {
    let name = open.removeLast()
    add("</\(name)>")
  }

  mutating func finished() -> [String] {
    while !open.isEmpty { end() }
    return lines
  }

  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String? = nil) {
    guard let text else { return add("<\(Self.tag(name, attributes))/>") }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForMarkup }
    add("<\(Self.tag(name, attributes))>\(lines.joined(separator: "\n"))</\(name)>")
  }

  mutating func rectangle(_ frame: Frame, class name: String, radius: Int = 0) {
    element(
      "rect",
      [
        "class": name, "x": "\(frame.x)", "y": "\(frame.y)", "width": "\(frame.width)", "height": "\(frame.height)",
        "rx": "\(radius)",
      ])
  }

  mutating func text(_ text: PlacedText, class name: String) {
    // The baseline is 13 pixels below the upper edge.
    element("text", ["class": name, "x": "\(text.x)", "y": "\(text.y + 13)"], text.text)
  }

  private mutating func add(_ text: String) {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    ([name] + attributes.map { "\($0.key)=\"\($0.value.escapedForMarkup)\"" }).joined(separator: " ")
  }
}
