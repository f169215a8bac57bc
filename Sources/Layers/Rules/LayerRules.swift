package struct LayerRules: Hashable, Sendable {
  /// A reference allowed against the layers' rules.
  package struct Exception: Hashable, Sendable {
    package var from: String
    package var to: String
    package var line: Int
  }

  package var layers: [Layer] = []
  package var toolkitModules: [String] = []
  /// Prefixes of toolkit types; a capital letter must follow.
  package var toolkitPrefixes: [String] = []
  /// The default sources, relative to the rules' file.
  package var sources: [String] = []
  package var skippedFolders: [String] = []
  package var exceptions: [Exception] = []

  package func skips(path: String) -> Bool {
    path.folderNames.contains { folder in skippedFolders.contains { $0.hasSameBytes(as: folder) } }
  }

  /// By the type's name, else by its inherited types, its file's name, or its innermost matching folder.
  func layer(ofType name: String?, inherited: [String], path: String) -> Int? {
    name.flatMap(layer(endingName:)) ?? inherited.lazy.compactMap(layer(endingName:)).first
      ?? layer(endingName: path.fileStem) ?? path.folderNames.reversed().lazy.compactMap(layer(ofFolder:)).first
  }

  func allows(_ from: Int, _ to: Int, isProtocol: Bool) -> Bool {
    let (from, name) = (layers[from], layers[to].name)
    return from.uses.contains { $0.hasSameBytes(as: name) }
      || isProtocol && from.protocols.contains { $0.hasSameBytes(as: name) }
  }

  /// Only for names not declared in the sources.
  func isOfToolkit(_ name: String) -> Bool {
    toolkitPrefixes.contains { prefix in
      guard name.utf8.starts(with: prefix.utf8) else { return false }
      let rest = Array(name.utf8.dropFirst(prefix.utf8.count).prefix(2))
      return rest.count == 2 && (0x41...0x5A).contains(rest[0])
    }
  }

  /// The longest matching suffix counts.
  private func layer(endingName name: String) -> Int? {
    var found: (layer: Int, length: Int)?
    for (index, layer) in layers.enumerated() {
      for end in layer.ends where end.utf8.count > found?.length ?? 0 && name.hasByteSuffix(end) {
        found = (index, end.utf8.count)
      }
    }
    return found?.layer
  }

  private func layer(ofFolder name: String) -> Int? {
    layers.firstIndex { layer in layer.folders.contains { $0.hasSameBytes(as: name) } }
  }
}

extension String {
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  func hasByteSuffix(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  var folderNames: [String] {
    utf8.split(separator: UInt8(ascii: "/")).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name up to the first point or plus: `Login+Screen.swift` is about `Login`.
  var fileStem: String {
    let name = utf8.split(separator: UInt8(ascii: "/")).last ?? self[...].utf8
    return String(decoding: name.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "+") }, as: UTF8.self)
  }
}

package struct Layer: Hashable, Sendable {
  package var name: String
  /// Suffixes of names of types, of inherited types, or of files.
  package var ends: [String] = []
  package var folders: [String] = []
  package var uses: [String] = []
  /// Layers to which it may refer only by protocols.
  package var protocols: [String] = []
  package var usesToolkit = false
}

package struct RuleProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case unknownKey(String)
    case outsideLayer(String)
    case missing(String, String)
    case repeatedLayer(String)
    case unknownLayer(String)
    case noLayer
    case tooManyWords(limit: Int)
  }

  package var kind: Kind
  package var place: SourceLocation

  package var sentence: String {
    switch kind {
    case .unknownKey(let key):
      "'\(key)' is not a rule; expected 'layer', 'ends', 'folders', 'uses', 'protocols', 'toolkit', 'skip' or 'allow'"
    case .outsideLayer(let key): "'\(key)' is allowed only in a layer; write 'layer NAME' above it"
    case .missing(let key, let what): "'\(key)' needs \(what); write it after a blank"
    case .repeatedLayer(let name): "the layer '\(name)' is defined twice; keep one of them"
    case .unknownLayer(let name): "unknown layer '\(name)'; write 'layer \(name)', or correct the name"
    case .noLayer: "the rules have no layer; '--show-rules' prints some to start with"
    case .tooManyWords(let limit): "the rules have more than \(limit) words; shorten them"
    }
  }
}

extension LayerRules {
  /// MVVM: a view refers to a view model, which refers to a model, never back.
  package static let standardText = """
    # The layers of MVVM, and what each may refer to. A type's layer is found by the suffix of its name, else by that of
    # a type that it inherits from or conforms to, else by its file's name, else its folder. The longest suffix counts.

    toolkit modules UIKit AppKit SwiftUI WatchKit
    toolkit prefixes UI
    skip Pods Carthage DerivedData

    layer View
      ends View Cell
      folders View Views
      uses View ViewModel
      protocols ViewManager Controller
      toolkit

    layer ViewManager
      ends ViewManager
      folders ViewManager ViewManagers
      uses View ViewManager Model
      protocols Controller
      toolkit

    layer Controller
      ends Controller
      folders Controller Controllers ViewController ViewControllers
      uses View ViewManager Controller ViewModel
      toolkit

    layer ViewModel
      ends ViewModel ViewModelProtocol
      folders ViewModel ViewModels
      uses ViewModel Model
      protocols Service

    layer Service
      ends Service Services ServicesImpl ServiceImpl
      folders Service Services
      uses Service Model
      protocols ViewModel

    layer Model
      ends Model
      folders Model Models
      uses Model

    """

  package static var standard: LayerRules {
    do {
      return try LayerRules(parsing: standardText)
    } catch {
      preconditionFailure("the standard rules cannot be read: \(error.place): \(error.sentence)")
    }
  }
}

extension LayerRules {
  package static let wordLimit = 10_000

  /// The first word of a line is the key; `#` begins a comment line.
  package init(parsing text: String) throws(RuleProblem) {
    var lines: [RuleLine] = []
    var words = 0
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let reading = RuleLine(line, number: index + 1)
      words += reading.words.count
      guard words <= Self.wordLimit else { throw reading.problem(.tooManyWords(limit: Self.wordLimit)) }
      guard let key = reading.words.first, !key.text.utf8.starts(with: "#".utf8) else { continue }
      try read(key.text, reading)
      lines.append(reading)
    }
    try check(lines)
  }

  private mutating func read(_ key: String, _ line: RuleLine) throws(RuleProblem) {
    switch key {
    case "layer":
      let name = try line.exactly(1, "a name")[0]
      guard !layers.contains(where: { $0.name.hasSameBytes(as: name) }) else {
        throw line.problem(.repeatedLayer(name), at: 1)
      }
      layers.append(Layer(name: name))
    case "sources": sources += try line.all("paths of files or folders")
    case "skip": skippedFolders += try line.all("the names of folders")
    case "allow":
      let types = try line.exactly(2, "a type and the one that it may refer to")
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

  private func check(_ lines: [RuleLine]) throws(RuleProblem) {
    guard !layers.isEmpty else { throw RuleProblem(kind: .noLayer, place: SourceLocation(line: 1, column: 1)) }
    for line in lines where ["uses", "protocols"].contains(line.words[0].text) {
      for (place, word) in line.words.enumerated().dropFirst()
      where !layers.contains(where: { $0.name.hasSameBytes(as: word.text) }) {
        throw line.problem(.unknownLayer(word.text), at: place)
      }
    }
  }
}

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

  func exactly(_ count: Int, _ what: String) throws(RuleProblem) -> [String] {
    guard words.count == count + 1 else { throw problem(.missing(words[0].text, what)) }
    return try all(what)
  }

  func problem(_ kind: RuleProblem.Kind, at word: Int = 0) -> RuleProblem {
    RuleProblem(
      kind: kind, place: SourceLocation(line: number, column: words.indices.contains(word) ? words[word].column : 1))
  }
}
