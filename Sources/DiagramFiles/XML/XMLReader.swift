import Traces

/// An element of an XML file.
struct XMLElement: Sendable {
  struct Attribute: Sendable {
    let name: String
    let value: String
    let place: Place
  }

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
  private var line = 1
  private var column = 1
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  /// The namespace prefix of the root, which its elements share.
  private var prefix = ""

  static let mostElements = 100_000

  /// - Throws: The first error, with its place.
  static func read(_ text: String) throws(DiagramProblem) -> XMLElement {
    var reader = XMLReader(text)
    return try reader.document()
  }

  private init(_ text: String) {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
  }

  // MARK: Places

  private var place: Place { Place(line: line, column: column) }

  private func error(_ cause: String, _ cure: String) -> DiagramProblem {
    DiagramProblem(.malformed, at: place, cause, cure)
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<min(count, bytes.count - offset) {
      if bytes[offset] == 0x0A { (line, column) = (line + 1, 1) } else if bytes[offset] & 0xC0 != 0x80 { column += 1 }
      offset += 1
    }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isAt(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset + length <= bytes.count else { return false }
    return (0..<length).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  private mutating func skipBlanks() { while let byte = next, byte.isXMLBlank { advance() } }

  /// Returns the text up to a mark, which is skipped.
  private mutating func take(until mark: StaticString, in noun: String) throws(DiagramProblem) -> String {
    let (start, startPlace) = (offset, place)
    while offset < bytes.count {
      if isAt(mark) {
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        advance(mark.utf8CodeUnitCount)
        return text
      }
      advance()
    }
    throw DiagramProblem(.malformed, at: startPlace, "the \(noun) does not end", "end it with '\(mark)'")
  }

  // MARK: Markup

  private mutating func document() throws(DiagramProblem) -> XMLElement {
    if isAt("<?xml"), offset + 5 < bytes.count, bytes[offset + 5].isXMLBlank { try declaration() }
    while let byte = next {
      if byte == UInt8(ascii: "<") { try markup() } else { try text() }
    }
    if let unclosed = open.last {
      throw DiagramProblem(
        .malformed, at: unclosed.place, "the element '\(unclosed.name)' is not closed", "add '</\(unclosed.name)>'")
    }
    guard let root else { throw error("there is no element", "begin with '<scxml'") }
    return root
  }

  private mutating func declaration() throws(DiagramProblem) {
    let start = place
    let text = try take(until: "?>", in: "declaration").lowercased()
    guard let mark = text.split(separator: " ").first(where: { $0.hasPrefix("encoding") }) else { return }
    let name = mark.drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
    guard name == "utf-8" || name == "us-ascii" || name == "ascii" else {
      throw DiagramProblem(.malformed, at: start, "the encoding '\(name)' is not read", "save the file as UTF-8")
    }
  }

  private mutating func markup() throws(DiagramProblem) {
    if skip("<!--") { return _ = try take(until: "-->", in: "comment") }
    if isAt("<![CDATA[") {
      guard !open.isEmpty else { throw error("text is outside of the root element", "remove it") }
      advance(9)
      return open[open.count - 1].text += try take(until: "]]>", in: "CDATA section")
    }
    if isAt("<!") {
      throw error("a document type or another declaration is not read", "remove it, and write its entities out")
    }
    if skip("<?") { return _ = try take(until: "?>", in: "instruction") }
    if isAt("</") { return try close() }
    try element()
  }

  private mutating func text() throws(DiagramProblem) {
    let start = place
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        text += Array(try entity().utf8)
      } else {
        text.append(byte)
        advance()
      }
    }
    guard !open.isEmpty else {
      if text.allSatisfy(\.isXMLBlank) { return }
      throw DiagramProblem(.malformed, at: start, "text is outside of the root element", "remove it")
    }
    open[open.count - 1].text += String(decoding: text, as: UTF8.self)
  }

  private mutating func element() throws(DiagramProblem) {
    let start = place
    advance()
    let name = try self.name("an element's name")
    count += 1
    guard count <= Self.mostElements else { throw DiagramLimits.problem("elements", Self.mostElements, at: start) }
    guard open.count < DiagramLimits.depth else {
      throw DiagramLimits.problem("elements inside each other", DiagramLimits.depth, at: start)
    }
    if count == 1, let mark = name.utf8.lastIndex(of: UInt8(ascii: ":")) { prefix = String(name[...mark]) }
    var element = XMLElement(name: name.withoutStart(prefix) ?? name, place: start)
    while true {
      let hadBlank = next.map(\.isXMLBlank) ?? false
      skipBlanks()
      if skip("/>") { return try finish(element) }
      if skip(">") {
        guard root == nil else {
          throw DiagramProblem(.malformed, at: start, "a second root element", "a file has one")
        }
        return open.append(element)
      }
      guard next != nil else {
        throw DiagramProblem(.malformed, at: start, "the tag '<\(name)' does not end", "end it with '>'")
      }
      guard hadBlank else { throw error("a blank is missing before the attribute", "add one") }
      let attribute = try self.attribute()
      guard element[attribute.name] == nil else {
        throw DiagramProblem(
          .malformed, at: attribute.place, "the attribute '\(attribute.name)' occurs twice", "keep one of them")
      }
      guard element.attributes.count < 100 else { throw DiagramLimits.problem("attributes", 100, at: attribute.place) }
      element.attributes.append(attribute)
    }
  }

  private mutating func attribute() throws(DiagramProblem) -> XMLElement.Attribute {
    let start = place
    let name = try self.name("an attribute's name")
    skipBlanks()
    guard skip("=") else { throw error("'=' is missing after the attribute '\(name)'", "write \(name)=\"...\"") }
    skipBlanks()
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("the value of '\(name)' is not quoted", "write \(name)=\"...\"")
    }
    advance()
    var value: [UInt8] = []
    while let byte = next, byte != quote {
      switch byte {
      case UInt8(ascii: "<"): throw error("'<' is in the value of '\(name)'", "write '&lt;'")
      case UInt8(ascii: "&"): value += Array(try entity().utf8)
      default:
        value.append(byte.isXMLBlank ? 0x20 : byte)
        advance()
      }
    }
    guard next != nil else {
      throw DiagramProblem(.malformed, at: start, "the value of '\(name)' does not end", "close the quotes")
    }
    advance()
    return XMLElement.Attribute(name: name, value: String(decoding: value, as: UTF8.self), place: start)
  }

  private mutating func close() throws(DiagramProblem) {
    let start = place
    advance(2)
    let name = try self.name("an element's name")
    skipBlanks()
    guard skip(">") else { throw error("'>' is missing after '</\(name)'", "add it") }
    guard let element = open.popLast() else {
      throw DiagramProblem(.malformed, at: start, "'</\(name)>' closes nothing", "remove it")
    }
    guard element.name == name.withoutStart(prefix) ?? name else {
      throw DiagramProblem(
        .malformed, at: start, "'</\(name)>' closes '<\(element.name)>' of line \(element.place.line)",
        "write '</\(element.name)>'")
    }
    try finish(element)
  }

  private mutating func finish(_ element: XMLElement) throws(DiagramProblem) {
    guard open.isEmpty else { return open[open.count - 1].children.append(element) }
    guard root == nil else {
      throw DiagramProblem(.malformed, at: element.place, "a second root element", "a file has one")
    }
    root = element
  }

  private mutating func name(_ noun: String) throws(DiagramProblem) -> String {
    let start = offset
    while let byte = next, byte.isXMLName { advance() }
    let name = bytes[start..<offset]
    guard let first = name.first, !first.isDigit, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else {
      throw error("\(noun) is missing", "write a name, or '&lt;' for '<' in a text")
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func entity() throws(DiagramProblem) -> String {
    let named: [(StaticString, String)] = [
      ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    for (mark, text) in named where skip(mark) { return text }
    let start = place
    if skip("&#") {
      let isHex = skip("x")
      let digits = bytes[offset...].prefix(8).prefix { $0 != UInt8(ascii: ";") }
      if let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
        number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number), let scalar = Unicode.Scalar(number)
      {
        advance(digits.count)
        if skip(";") { return String(Character(scalar)) }
      }
    }
    throw DiagramProblem(
      .malformed, at: start, "an entity is not known", "use '&lt;', '&gt;', '&amp;', '&quot;', '&apos;' or '&#...;'")
  }
}

extension UInt8 {
  fileprivate var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  fileprivate var isXMLName: Bool { isLetter || isDigit || self >= 0x80 || "_:-.".utf8.contains(self) }
}
