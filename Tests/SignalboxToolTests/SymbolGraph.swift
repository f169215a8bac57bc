import Foundation
import PtySupport
import Testing

/// What other packages see of a module, as the compiler tells it of the module that was built.
struct SymbolGraph {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      let identifier: String
    }
    struct Location: Decodable {
      struct Position: Decodable {
        let line: Int
      }
      let uri: String
      let position: Position
    }
    struct Comment: Decodable {}

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// `Sources/ViewModels/Handle/Handle.swift:9 Handle.turn`; what the compiler makes has no place.
    var title: String {
      let name = pathComponents.joined(separator: ".")
      guard let location else { return name }
      let file = location.uri.split(separator: "/").reversed().prefix { $0 != "Sources" }.reversed().joined(
        separator: "/")
      return "Sources/\(file):\(location.position.line + 1) \(name)"
    }
  }

  private struct Page: Decodable {
    let symbols: [Symbol]
  }

  /// The symbols that it declares in its own types and in those of others, by file and line.
  let symbols: [Symbol]

  /// - Parameter folders: Where the module and the ones that it imports are, besides the modules of this build.
  init(of module: String, in folders: [String] = []) throws {
    let searched =
      (folders
      + ["Modules", "CAdapters.build", "CFiles.build", "CLocks.build", "CEditline.build"].map(BuiltProduct.path))
      .map { "-I '\($0)'" }.joined(separator: " ")
    let folder = try ScratchFolder()
    let run = try ToolRun.callersShell(
      """
      target=$(swiftc -print-target-info | grep -m 1 -o '"triple": *"[^"]*"' | cut -d '"' -f 4); \
      swift-symbolgraph-extract -module-name '\(module)' -target "$target" \(searched) \
      -minimum-access-level public -skip-synthesized-members -output-dir .
      """, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let pages = try folder.names.filter { $0.hasSuffix(".symbols.json") }
    try #require(pages.contains("\(module).symbols.json"))
    symbols = try pages.flatMap { name in
      try JSONDecoder().decode(Page.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path(name)))).symbols
    }.filter { $0.kind.identifier != "swift.extension" }
  }

  /// What is public and has no comment.
  var undocumented: [String] { symbols.filter { $0.docComment == nil }.map(\.title).sorted() }
}
