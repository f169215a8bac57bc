import Files
import Statecharts

/// Where a package finds Signalbox.
enum SignalboxSource {
  /// A checkout, by the path that the manifest names.
  case checkout(path: String)
  /// A repository, from a version on.
  case repository(url: String, version: String)

  /// The dependency as a manifest spells it.
  var dependency: String {
    switch self {
    case .checkout(let path): ".package(path: \(path.swiftLiteral))"
    case .repository(let url, let version): ".package(url: \(url.swiftLiteral), from: \(version.swiftLiteral))"
    }
  }

  /// How products name the package: the last name of its path or URL.
  var identity: String {
    switch self {
    case .checkout(let path): Self.lastName(of: path)
    case .repository(let url, _):
      url.utf8.suffix(4).elementsEqual(".git".utf8)
        ? Self.lastName(of: String(url.dropLast(4))) : Self.lastName(of: url)
    }
  }

  private static func lastName(of path: String) -> String {
    path.utf8.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }).last.map {
      String(Substring($0))
    }
      ?? path
  }

  /// A checkout as a package at `place` names it: from the package on where both stand in one folder, else from the root.
  ///
  /// - Parameters:
  ///   - checkout: The checkout's folder.
  ///   - parent: The folder that the package is made in.
  /// - Throws: a mistake of usage where there is no checkout, or where the package would lie in it.
  static func checkout(at checkout: String, fromPackageIn parent: String) throws -> SignalboxSource {
    let (checkout, parent) = (try realPath(checkout), try realPath(parent))
    let manifest = "\(checkout)/Package.swift"
    guard let text = try? readText(manifest, limit: 1 << 20), text.contains("name: \"signalbox\"") else {
      throw Diagnostic(
        code: "E1114", path: checkout,
        sentence: "holds no checkout of Signalbox; name the folder that has its Package.swift")
    }
    guard !isSame(checkout, orBelow: parent) else {
      throw Diagnostic(
        code: "E1115", path: parent,
        sentence: "lies in the checkout of Signalbox; make the package beside it: '../NAME'")
    }
    guard isSame(parent, orBelow: checkout) else { return .checkout(path: checkout) }
    let rest = checkout.utf8.dropFirst(parent == "/" ? 0 : parent.utf8.count)
    return .checkout(path: "..\(Substring(rest))")
  }

  private static func isSame(_ folder: String, orBelow path: String) -> Bool {
    folder == "/" || path.hasBytes(of: folder) || path.utf8.starts(with: "\(folder)/".utf8)
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
