/// Which layers there are, and what each may know of the others.
package struct LayerRules: Hashable, Sendable {
  /// A reference that is allowed although the layers forbid it.
  package struct Exception: Hashable, Sendable {
    package var from: String
    package var to: String
    /// The line of the rules that says so.
    package var line: Int
  }

  package var layers: [Layer] = []
  package var toolkitModules: [String] = []
  /// Beginnings of the toolkit's type names; a capital must follow.
  package var toolkitPrefixes: [String] = []
  /// What is read when nothing else is named, as paths from where the rules are.
  package var sources: [String] = []
  /// Folders that are passed over.
  package var skippedFolders: [String] = []
  package var exceptions: [Exception] = []

  package init() {}

  /// Whether a file is in a folder that is passed over.
  package func skips(path: String) -> Bool {
    path.folderNames.contains { folder in skippedFolders.contains { $0.hasSameBytes(as: folder) } }
  }

  /// The layer of a type, by its name's end, else by those of its inherited types', else by its file's, else by the
  /// innermost of its folders that is a layer's; nil when it belongs to none.
  func layer(ofType name: String?, inherited: [String], path: String) -> Int? {
    name.flatMap(layer(endingName:)) ?? inherited.lazy.compactMap(layer(endingName:)).first
      ?? layer(endingName: path.fileStem) ?? path.folderNames.reversed().lazy.compactMap(layer(ofFolder:)).first
  }

  /// Whether a type of one layer may refer to one of another.
  func allows(_ from: Int, _ to: Int, isProtocol: Bool) -> Bool {
    let (from, name) = (layers[from], layers[to].name)
    return from.uses.contains { $0.hasSameBytes(as: name) }
      || isProtocol && from.protocols.contains { $0.hasSameBytes(as: name) }
  }

  /// Whether a name that nobody declares is one of the toolkit's.
  func isOfToolkit(_ name: String) -> Bool {
    toolkitPrefixes.contains { prefix in
      guard name.utf8.starts(with: prefix.utf8) else { return false }
      let rest = Array(name.utf8.dropFirst(prefix.utf8.count).prefix(2))
      return rest.count == 2 && (0x41...0x5A).contains(rest[0])
    }
  }

  /// The layer with the longest end that the name has.
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

  /// The names of the folders of a path.
  var folderNames: [String] {
    utf8.split(separator: UInt8(ascii: "/")).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name of a path's file up to its first point or plus: `Login+Screen.swift` is about `Login`.
  var fileStem: String {
    let name = utf8.split(separator: UInt8(ascii: "/")).last ?? self[...].utf8
    return String(decoding: name.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "+") }, as: UTF8.self)
  }
}

/// A layer of an architecture: which types belong to it, and what they may know.
package struct Layer: Hashable, Sendable {
  package var name: String
  /// Ends of names: of the type, of one that it inherits from or conforms to, of its file.
  package var ends: [String] = []
  /// Names of folders.
  package var folders: [String] = []
  /// The layers that its types may refer to.
  package var uses: [String] = []
  /// The layers to which they may refer by protocols only.
  package var protocols: [String] = []
  /// Whether its types may know the user interface's toolkit.
  package var usesToolkit = false

  package init(name: String) { self.name = name }
}

/// A mistake in a file of rules, with its place.
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

  /// What is wrong, what was expected, and one thing to do.
  package var sentence: String {
    switch kind {
    case .unknownKey(let key):
      "'\(key)' begins no rule; expected 'layer', 'ends', 'folders', 'uses', 'protocols', 'toolkit', 'skip' or 'allow'"
    case .outsideLayer(let key): "'\(key)' belongs to a layer; write 'layer NAME' above it"
    case .missing(let key, let what): "'\(key)' needs \(what); write it after a blank"
    case .repeatedLayer(let name): "the layer '\(name)' is there already; keep one of them"
    case .unknownLayer(let name): "no layer is called '\(name)'; write 'layer \(name)', or mend the name"
    case .noLayer: "the rules have no layer; '--show-rules' writes some to begin with"
    case .tooManyWords(let limit): "the rules have more than \(limit) words; shorten them"
    }
  }
}
