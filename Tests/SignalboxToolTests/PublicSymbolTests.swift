import Foundation
import PtySupport
import Testing

/// What other packages see: what a user calls, each with a comment that says what it means. Everything else is `package`.
@Suite("Public symbols")
struct PublicSymbolTests {
  /// The modules that a product offers, by the manifest.
  private static let offered: Set<String> = {
    let manifest = (try? String(contentsOfFile: "\(ReadmeTests.root)/Package.swift", encoding: .utf8)) ?? ""
    let products = manifest.split(separator: "\n").filter { $0.contains(".library(name:") }
    return Set(products.flatMap { $0.split(separator: "[").last?.matches(of: /"(\w+)"/).map { String($0.1) } ?? [] })
  }()

  /// The modules with sources in Swift.
  private static let modules: [String] = {
    let sources = "\(ReadmeTests.root)/Sources"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    return folders.filter { folder in
      FileManager.default.enumerator(atPath: "\(sources)/\(folder)")?.contains { "\($0)".hasSuffix(".swift") } ?? false
    }.sorted()
  }()

  @Test("a module that a product offers has a comment at each", arguments: modules.filter(offered.contains))
  func documented(_ module: String) throws {
    let graph = try SymbolGraph(of: module)
    #expect(!graph.symbols.isEmpty)
    let bare = graph.undocumented
    #expect(bare.isEmpty, "say what it means, or make it 'package':\n\(bare.joined(separator: "\n"))")
  }

  @Test("a module that no product offers has none", arguments: modules.filter { !offered.contains($0) })
  func package(_ module: String) throws {
    let open = try SymbolGraph(of: module).symbols.map(\.title).sorted()
    #expect(open.isEmpty, "nobody can call it; make it 'package':\n\(open.joined(separator: "\n"))")
  }

  @Test("there are modules of both sorts")
  func sorts() {
    #expect(Self.offered.isSuperset(of: ["ViewModels", "Statecharts", "SignalboxTool", "SignalboxTesting"]))
    #expect(Set(Self.modules).isSuperset(of: Self.offered))
    #expect(Set(Self.modules).subtracting(Self.offered).isSuperset(of: ["Console", "Terminal"]))
  }

  @Test("the gallery is written with what is public alone, as a package of its own would be")
  func gallery() throws {
    let modules = URL(fileURLWithPath: BuiltProduct.path("signalbox")).deletingLastPathComponent().path + "/Modules"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let check = try ToolRun.shell(
      """
      export PATH='\(path)'; find '\(ReadmeTests.root)/Sources/Gallery' -name '*.swift' -print0 \
      | xargs -0 swiftc -swift-version 6 -typecheck -module-name Gallery -I '\(modules)'
      """, in: try ScratchFolder())
    #expect(check.code == 0, "\(check.errors)")
  }

  @Test("a symbol without a comment is found, in a type of another module too; one that is not public is not")
  func found() throws {
    let source = """
      /// What is told.
      public struct Told {
        public var silent = 1
        package var hidden = 2
        /// Says so.
        public func say() {}
      }
      extension Int {
        public var isTold: Bool { true }
      }
      """
    let folder = try ScratchFolder()
    try folder.write(source, to: "Told.swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let made = try ToolRun.shell(
      "PATH='\(path)' swiftc -emit-module -module-name Told -package-name told Told.swift", in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let bare = try SymbolGraph(of: "Told", in: [folder.path]).undocumented
    #expect(
      bare.map { $0.split(separator: "/").last ?? "" } == ["Told.swift:3 Told.silent", "Told.swift:9 Int.isTold"])
  }
}
