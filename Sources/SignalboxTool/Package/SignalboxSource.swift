import Files
import Statecharts
import Traces

enum SignalboxSource {
  case checkout(path: String)
  /// A version that is a tag of a checkout, by its full path.
  case tagged(checkout: String, version: String)
  case repository(url: String, version: String)

  var dependency: String {
    switch self {
    case .checkout(let path): ".package(path: \(path.swiftLiteral))"
    case .tagged(let path, let version): Self.repository(url: path.fileURL, version: version).dependency
    case .repository(let url, let version): ".package(url: \(url.swiftLiteral), from: \(version.swiftLiteral))"
    }
  }

  /// The checkout, which must exist where the package is built.
  var folder: String? {
    switch self {
    case .checkout(let path), .tagged(let path, _): path
    case .repository: nil
    }
  }

  /// Product references use the last component of the path or URL.
  var identity: String {
    switch self {
    case .checkout(let path): Self.lastName(of: path)
    case .tagged(let path, _): Self.lastName(of: path.fileURL)
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

  /// The path is relative if the checkout is inside the new package's parent folder.
  ///
  /// - Throws: If there is no checkout, or the package would be inside it.
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
        sentence: "is inside the checkout of Signalbox; make the package beside it: '../NAME'")
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
  fileprivate var fileURL: String {
    "file://"
      + utf8.map { byte in
        byte.isLetter || byte.isDigit || "/-._~".utf8.contains(byte)
          ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }

  fileprivate var swiftLiteral: String {
    "\""
      + unicodeScalars.map {
        $0 == "\"" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F
          ? "\\u{\(String($0.value, radix: 16))}" : String($0)
      }.joined() + "\""
  }
}

struct PackageName {
  let type: String

  /// Requires an upper-case ASCII letter, then ASCII letters and digits.
  init?(_ type: String) {
    let bytes = Array(type.utf8)
    guard let first = bytes.first, first.isUpperCase, bytes.count <= 60 else { return nil }
    guard bytes.allSatisfy({ $0.isLetter || $0.isDigit }) else { return nil }
    self.type = type
  }

  private init(sample: String) {
    type = sample
  }

  static let sample = PackageName(sample: "Sample")

  /// For example `second-factor`.
  var machine: String {
    let bytes = Array(type.utf8)
    var words: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let begins = index > 0 && byte.isUpperCase
      let endsWord = begins && !bytes[index - 1].isUpperCase
      let beginsWord = begins && index + 1 < bytes.count && bytes[index + 1].isLowerCase
      if endsWord || beginsWord { words.append(UInt8(ascii: "-")) }
      words.append(byte.lowerCased)
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// The class in its adapter, where words of adapters hide it.
  var object: String {
    let words = ["Chart", "Field", "Input", "Object", "Rows", "Service", "Shown", "Stream", "Subject"]
    return words.contains { type.hasBytes(of: $0) } ? "\(machines).\(type)" : type
  }

  /// `SecondFactorAdapter`: the adapter of a class.
  var adapter: String { "\(type)Adapter" }

  /// For example `second-factor-lab`.
  var lab: String { "\(machine)-lab" }
  /// `second-factor-app`: the program over `SecondFactorApp`.
  var app: String { "\(machine)-app" }
  /// For example `SecondFactorMachines`.
  var machines: String { "\(type)Machines" }
  var tests: String { "\(type)Tests" }
}
