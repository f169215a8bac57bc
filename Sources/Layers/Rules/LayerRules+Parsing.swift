extension LayerRules {
  /// How many words the rules may have.
  package static let wordLimit = 10_000

  /// Reads rules: lines of words, of which the first says what the others are; `#` begins a comment in front of a line.
  ///
  /// - Throws: the first mistake, at its place.
  package init(parsing text: String) throws(RuleProblem) {
    var words = 0
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let reading = RuleLine(line, number: index + 1)
      words += reading.words.count
      guard words <= Self.wordLimit else { throw reading.problem(.tooManyWords(limit: Self.wordLimit)) }
      guard let key = reading.words.first, !key.text.utf8.starts(with: "#".utf8) else { continue }
      try read(key.text, reading)
    }
    try check(text)
  }

  private mutating func read(_ key: String, _ line: RuleLine) throws(RuleProblem) {
    switch key {
    case "layer":
      let name = try line.only("a name")
      guard !layers.contains(where: { $0.name.hasSameBytes(as: name) }) else {
        throw line.problem(.repeatedLayer(name), at: 1)
      }
      layers.append(Layer(name: name))
    case "sources": sources += try line.all("paths of files or folders")
    case "skip": skippedFolders += try line.all("the names of folders")
    case "allow":
      let types = try line.all("a type and the one that it may refer to")
      guard types.count == 2 else { throw line.problem(.missing("allow", "a type and the one that it may refer to")) }
      exceptions.append(Exception(from: types[0], to: types[1], line: line.number))
    case "toolkit" where line.words.count > 1:
      switch line.words[1].text {
      case "modules": toolkitModules += line.words.dropFirst(2).map(\.text)
      case "prefixes": toolkitPrefixes += line.words.dropFirst(2).map(\.text)
      default: throw line.problem(.unknownKey(line.words[1].text), at: 1)
      }
    default: try readOfLayer(key, line)
    }
  }

  private mutating func readOfLayer(_ key: String, _ line: RuleLine) throws(RuleProblem) {
    guard ["ends", "folders", "uses", "protocols", "toolkit"].contains(key) else {
      throw line.problem(.unknownKey(key))
    }
    guard let last = layers.indices.last else { throw line.problem(.outsideLayer(key)) }
    switch key {
    case "ends": layers[last].ends += try line.all("ends of names")
    case "folders": layers[last].folders += try line.all("the names of folders")
    case "uses": layers[last].uses += try line.all("the names of layers")
    case "protocols": layers[last].protocols += try line.all("the names of layers")
    default: layers[last].usesToolkit = true
    }
  }

  /// Checks that there are layers, and that every layer that is named is one.
  private func check(_ text: String) throws(RuleProblem) {
    guard !layers.isEmpty else { throw RuleProblem(kind: .noLayer, place: SourceLocation(line: 1, column: 1)) }
    for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      let line = RuleLine(bytes, number: index + 1)
      guard let key = line.words.first?.text, key == "uses" || key == "protocols" else { continue }
      for (place, word) in line.words.enumerated().dropFirst()
      where !layers.contains(where: { $0.name.hasSameBytes(as: word.text) }) {
        throw line.problem(.unknownLayer(word.text), at: place)
      }
    }
  }
}

/// A line of the rules, in words.
private struct RuleLine {
  let number: Int
  private(set) var words: [(text: String, column: Int)] = []

  init(_ line: some Collection<UInt8>, number: Int) {
    self.number = number
    var word: [UInt8] = []
    var column = 1
    var start = 1
    for byte in Array(line) + [0x20] {
      if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        if !word.isEmpty { words.append((String(decoding: word, as: UTF8.self), start)) }
        word = []
        column += 1
        start = column
      } else {
        word.append(byte)
        if byte & 0xC0 != 0x80 { column += 1 }
      }
    }
  }

  func all(_ what: String) throws(RuleProblem) -> [String] {
    guard words.count > 1 else { throw problem(.missing(words[0].text, what)) }
    return words.dropFirst().map(\.text)
  }

  func only(_ what: String) throws(RuleProblem) -> String {
    guard words.count == 2 else { throw problem(.missing(words[0].text, what)) }
    return words[1].text
  }

  func problem(_ kind: RuleProblem.Kind, at word: Int = 0) -> RuleProblem {
    RuleProblem(
      kind: kind, place: SourceLocation(line: number, column: words.indices.contains(word) ? words[word].column : 1))
  }
}
