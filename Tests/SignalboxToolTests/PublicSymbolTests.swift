import Foundation
import PtySupport
import Testing

/// What other packages see: what a user calls, each with a comment that says what it means. Everything else is
/// `package`.
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
    return folders.filter { !files(of: $0).isEmpty }.sorted()
  }()

  private static func files(of module: String) -> [String] {
    let folder = "\(ReadmeTests.root)/Sources/\(module)"
    let paths = FileManager.default.enumerator(atPath: folder)?.map { "\(folder)/\($0)" } ?? []
    return paths.filter { $0.hasSuffix(".swift") }
  }

  @Test("a module that a product offers has a comment at each", arguments: modules.filter(offered.contains))
  func documented(_ module: String) throws {
    let graph = try SymbolGraph(of: module)
    #expect(!graph.symbols.isEmpty)
    let bare = graph.undocumented
    #expect(bare.isEmpty, "say what it means, or make it 'package':\n\(bare.joined(separator: "\n"))")
  }

  @Test("a module that no product offers has none", arguments: modules.filter { !offered.contains($0) })
  func package(_ module: String) throws {
    // The word alone tells, without the compiler, which takes a second for each module.
    let open = try Self.files(of: module).flatMap { file in
      try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains(/^[^"\/]*\bpublic\s/) }.map { "\(file): \($0)" }
    }
    #expect(open.isEmpty, "nobody can call it; make it 'package':\n\(open.joined(separator: "\n"))")
  }

  @Test("there are modules of both sorts")
  func sorts() {
    #expect(Self.offered.isSuperset(of: ["ViewModels", "Statecharts", "Turns", "SignalboxTool", "SignalboxTesting"]))
    #expect(Set(Self.modules).isSuperset(of: Self.offered))
    #expect(Set(Self.modules).subtracting(Self.offered).isSuperset(of: ["Console", "Terminal"]))
  }

  @Test("the gallery is written with what is public alone, as a package of its own would be")
  func gallery() throws {
    let check = try ToolRun.typeCheck(
      "$(find '\(ReadmeTests.root)/Sources/Gallery' -name '*.swift')", in: try ScratchFolder())
    #expect(check.code == 0, "\(check.errors)")
  }

  @Test("a test in another package drives a machine as a value; what is 'package' it does not find")
  func driven() throws {
    let source = """
      import Gallery
      import ViewModels

      let machine = Gallery.machines[0]
      var (snapshot, turns) = machine.open()
      turns += machine.step(&snapshot, .set(control: "name", "aaaaaa"))
      turns += machine.step(&snapshot, .tap(control: "login", nil), isHeld: true)
      let shown = machine.screen(of: snapshot).controls.filter(\\.isEnabled).map(\\.name)
      let field = machine.field(at: "name", of: snapshot)?.value == "aaaaaa"
      let states = machine.regions(of: snapshot).map(\\.state)
      let asked = machine.requests(of: snapshot).map(\\.service)
      let refusal = machine.command(named: "login", of: snapshot)?.refusal
      let waiting = machine.work(of: snapshot).map(\\.dueIn)
      let broken = machine.properties(of: snapshot).filter(\\.isBroken).map(\\.name)
      let refused = turns.flatMap(\\.effects).contains(.refused(name: "login", reason: "already executing"))
      var stepper = Stepper(machine, from: snapshot)
      stepper.step(.service(name: "authenticate", ServiceBehaviour(delay: 20, answer: .outcome(.fail, "no"), isOnce: true)))
      let end = (stepper.time, stepper.snapshot.fault)

      """
    let folder = try ScratchFolder()
    try folder.write(source, to: "main.swift")
    let check = try ToolRun.typeCheck("main.swift", in: folder)
    #expect(check.code == 0, "\(check.errors)")
    try folder.write(source + "let parts = machine.parts\n", to: "main.swift")
    let refused = try ToolRun.typeCheck("main.swift", in: folder)
    #expect(refused.code != 0 && refused.errors.contains("'parts' is inaccessible due to 'package' protection level"))
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
    let made = try ToolRun.callersShell(
      "swiftc -emit-module -module-name Told -package-name told Told.swift", in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let bare = try SymbolGraph(of: "Told", in: [folder.path]).undocumented
    #expect(
      bare.map { $0.split(separator: "/").last ?? "" } == ["Told.swift:3 Told.silent", "Told.swift:9 Int.isTold"])
  }
}
