import Files

/// Where a package finds Signalbox: a checkout.
struct SignalboxSource {
  /// The path that the manifest names.
  let path: String

  /// The dependency as a manifest spells it.
  var dependency: String { ".package(path: \(path.swiftLiteral))" }

  /// How products name the package: the last name of its path.
  var identity: String {
    path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }.last.map { String(Substring($0)) } ?? path
  }

  init(path: String) { self.path = path }

  /// A checkout as a package in a folder names it: from the package on where both stand in one folder, else from the root.
  ///
  /// - Parameters:
  ///   - checkout: The checkout's folder.
  ///   - parent: The folder that the package is made in.
  /// - Throws: a mistake of usage where there is no checkout, or where the package would lie in it.
  init(checkout: String, fromPackageIn parent: String) throws {
    let (checkout, parent) = (try realPath(checkout), try realPath(parent))
    let manifest = "\(checkout)/Package.swift"
    guard let text = try? readText(manifest, limit: 1 << 20), text.contains("name: \"signalbox\"") else {
      throw Diagnostic(
        code: "E1114", path: checkout,
        sentence: "holds no checkout of Signalbox; name the folder that has its Package.swift")
    }
    guard !Self.isSame(checkout, orBelow: parent) else {
      throw Diagnostic(
        code: "E1115", path: parent,
        sentence: "lies in the checkout of Signalbox; make the package beside it: '../NAME'")
    }
    let rest = checkout.utf8.dropFirst(parent == "/" ? 0 : parent.utf8.count)
    path = Self.isSame(parent, orBelow: checkout) ? "..\(Substring(rest))" : checkout
  }

  private static func isSame(_ folder: String, orBelow path: String) -> Bool {
    folder == "/" || path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: "\(folder)/".utf8)
  }
}

extension String {
  /// The text as a literal of Swift, of one line.
  fileprivate var swiftLiteral: String {
    "\""
      + unicodeScalars.map {
        $0 == "\"" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F
          ? "\\u{\(String($0.value, radix: 16))}" : String($0)
      }.joined() + "\""
  }
}
