import Traces

/// An element of an XML file.
struct XMLElement: Sendable {
  typealias Attribute = (name: String, value: String, place: Place)

  let name: String
  let place: Place
  var attributes: [Attribute] = []
  var children: [XMLElement] = []
  /// The text directly in it.
  var text = ""

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  func place(of name: String) -> Place { attributes.first { $0.name == name }?.place ?? place }
}

/// Reads the subset of XML that charts need: elements, attributes, text, comments, CDATA and the five entities.
///
/// A document type is refused, so no entity can grow and no other file is read. It is linear and not recursive.
struct XMLReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var place = Place(line: 1)
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  /// The namespace prefix of the root, which its elements share.
  private var prefix = ""

  private static let mostElements = 100_000
  private static let mostAttributes = 100

  /// - Throws: The first error, with its place.
  static func read(_ text: String) throws(DiagramProblem) -> XMLElement {
    var reader = XMLReader(bytes: Array(text.utf8))
    return try reader.document()
  }

  // MARK: Bytes

  private mutating func advance(_ count: Int = 1) {
    for byte in bytes[offset...].prefix(count) {
      if byte == 0x0A {
        place = Place(line: place.line + 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
      offset += 1
    }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isAt(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  private mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    advance(text.utf8.count)
    return true
  }

  private mutating func skipBlanks() { while let byte = next, byte.isBlank { advance() } }

  /// Returns the text up to a mark, which is skipped.
  private mutating func take(until mark: String, in noun: String) throws(DiagramProblem) -> String {
    let (start, startPlace) = (offset, place)
    while !isAt(mark) {
      guard next != nil else { throw startPlace.malformed("the \(noun) does not end", "end it with '\(mark)'") }
      advance()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    advance(mark.utf8.count)
    return text
  }

  // MARK: Markup

  private mutating func document() throws(DiagramProblem) -> XMLElement {
    if isAt("<?xml"), offset + 5 < bytes.count, bytes[offset + 5].isBlank { try declaration() }
    while next != nil {
      let start = place
      try append(text(), at: start)
      if next != nil { try markup() }
    }
    if let unclosed = open.last {
      throw unclosed.place.malformed("the element '\(unclosed.name)' is not closed", "add '</\(unclosed.name)>'")
    }
    guard let root else { throw place.malformed("there is no element", "begin with '<scxml'") }
    return root
  }

  private mutating func declaration() throws(DiagramProblem) {
    let start = place
    let text = try take(until: "?>", in: "declaration").lowercased()
    guard let value = text.split(at: "encoding")?.tail else { return }
    let name = value.drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
    guard name == "utf-8" || name == "us-ascii" || name == "ascii" else {
      throw start.malformed("the encoding '\(name)' is not read", "save the file as UTF-8")
    }
  }

  private mutating func markup() throws(DiagramProblem) {
    let start = place
    if skip("<!--") {
      _ = try take(until: "-->", in: "comment")
    } else if skip("<![CDATA[") {
      guard !open.isEmpty else { throw start.malformed("text is outside of the root element", "remove it") }
      open[open.count - 1].text += try take(until: "]]>", in: "CDATA section")
    } else if isAt("<!") {
      throw start.malformed(
        "a document type or another declaration is not read", "remove it, and write its entities out")
    } else if skip("<?") {
      _ = try take(until: "?>", in: "instruction")
    } else if skip("</") {
      try close(at: start)
    } else {
      advance()
      try element(at: start)
    }
  }

  /// Returns the text up to a '<' or the quote that ends it.
  private mutating func text(endedBy quote: UInt8? = nil) throws(DiagramProblem) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "<"), byte != quote {
      if byte == UInt8(ascii: "&") {
        text += try entity()
      } else {
        text.append(quote != nil && byte.isBlank ? 0x20 : byte)
        advance()
      }
    }
    return text
  }

  private mutating func append(_ text: [UInt8], at start: Place) throws(DiagramProblem) {
    if !open.isEmpty {
      open[open.count - 1].text += String(decoding: text, as: UTF8.self)
    } else if !text.allSatisfy(\.isBlank) {
      throw start.malformed("text is outside of the root element", "remove it")
    }
  }

  private mutating func element(at start: Place) throws(DiagramProblem) {
    let name = try self.name("an element's name")
    count += 1
    try DiagramLimits.check(count, Self.mostElements, "elements", at: start)
    try DiagramLimits.check(
      open.count + 1, DiagramLimits.depth, "elements inside each other", at: start)
    if count == 1, let mark = name.utf8.lastIndex(of: UInt8(ascii: ":")) { prefix = String(name[...mark]) }
    var element = XMLElement(name: name.withoutStart(prefix) ?? name, place: start)
    while true {
      let hadBlank = next.map(\.isBlank) ?? false
      skipBlanks()
      let isEmpty = skip("/>")
      if isEmpty || skip(">") {
        guard root == nil else { throw start.malformed("a second root element", "a file has one") }
        open.append(element)
        return isEmpty ? finish() : ()
      }
      guard next != nil else { throw start.malformed("the tag '<\(name)' does not end", "end it with '>'") }
      guard hadBlank else { throw place.malformed("a blank is missing before the attribute", "add one") }
      let attribute = try self.attribute()
      guard element[attribute.name] == nil else {
        throw attribute.place.malformed("the attribute '\(attribute.name)' occurs twice", "keep one of them")
      }
      try DiagramLimits.check(
        element.attributes.count + 1, Self.mostAttributes, "attributes", at: attribute.place)
      element.attributes.append(attribute)
    }
  }

  private mutating func attribute() throws(DiagramProblem) -> XMLElement.Attribute {
    let start = place
    let name = try self.name("an attribute's name")
    skipBlanks()
    guard skip("=") else {
      throw place.malformed("'=' is missing after the attribute '\(name)'", "write \(name)=\"...\"")
    }
    skipBlanks()
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw place.malformed("the value of '\(name)' is not quoted", "write \(name)=\"...\"")
    }
    advance()
    let value = String(decoding: try text(endedBy: quote), as: UTF8.self)
    guard let end = next else { throw start.malformed("the value of '\(name)' does not end", "close the quotes") }
    guard end == quote else { throw place.malformed("'<' is in the value of '\(name)'", "write '&lt;'") }
    advance()
    return (name, value, start)
  }

  private mutating func close(at start: Place) throws(DiagramProblem) {
    let name = try self.name("an element's name")
    skipBlanks()
    guard skip(">") else { throw place.malformed("'>' is missing after '</\(name)'", "add it") }
    guard let element = open.last else { throw start.malformed("'</\(name)>' closes nothing", "remove it") }
    guard element.name == name.withoutStart(prefix) ?? name else {
      throw start.malformed(
        "'</\(name)>' closes '<\(element.name)>' of line \(element.place.line)", "write '</\(element.name)>'")
    }
    finish()
  }

  private mutating func finish() {
    let element = open.removeLast()
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private mutating func name(_ noun: String) throws(DiagramProblem) -> String {
    let start = offset
    while let byte = next, byte.isXMLName { advance() }
    guard start < offset, !bytes[start].isDigit, !"-.".utf8.contains(bytes[start]) else {
      throw place.malformed("\(noun) is missing", "write a name, or '&lt;' for '<' in a text")
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func entity() throws(DiagramProblem) -> String.UTF8View {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'")]
    for (mark, text) in named where skip(mark) { return text.utf8 }
    let start = place
    if isAt("&&") { throw start.malformed("'&&' is not allowed in XML", "write '&amp;&amp;'") }
    if skip("&#") {
      let isHex = skip("x")
      let digits = bytes[offset...].prefix(8).prefix { $0 != UInt8(ascii: ";") }
      if let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
        number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number), let scalar = Unicode.Scalar(number)
      {
        advance(digits.count)
        if skip(";") { return String(scalar).utf8 }
      }
    }
    throw start.malformed("an entity is not known", "use '&lt;', '&gt;', '&amp;', '&quot;', '&apos;' or '&#...;'")
  }
}

extension UInt8 {
  /// As XML defines it.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  fileprivate var isXMLName: Bool { isLetter || isDigit || self >= 0x80 || "_:-.".utf8.contains(self) }
}
