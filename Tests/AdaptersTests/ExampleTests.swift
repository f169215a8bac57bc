import Foundation
import PtySupport
import Testing

@Suite("An adapter in a package of its own")
struct ExampleTests {
  /// What an engineer writes beside the class: all that an adapter can say.
  private static let example = """
    import Adapters
    import Observation
    import ViewModels

    protocol SearchAPI: Sendable { func search(_ text: String) async throws -> [String] }
    struct Photo { var id = 1 }

    @MainActor @Observable final class SearchModel {
      var query = ""
      var results: [String] = []
      var isLoading = false
      var photos: [Photo] = []
      var items: [ItemModel] = []
      var alert: String?
      var path: [Photo] = []
      init(api: any SearchAPI, onError: @escaping (String) -> Void) {}
      func refresh() {}
      func select(_ index: Int) {}
      func submit() async throws {}
    }

    @MainActor @Observable final class ItemModel {
      var id = 1
      var canLike = true
      func like() async throws {}
    }

    @MainActor struct ItemRow: RowAdapter {
      typealias Object = ItemModel
      let id = Field(\\.id)
      let canLike = Field(\\.canLike)
      let like = Input { try await $0.like() }
    }

    actor Store {
      var count = 0
      func add() { count += 1 }
    }

    @MainActor struct StoreBox: Adapter {
      typealias Object = Store
      let count = Field { $0.count }
      let add = Input { await $0.add() }
      func make(_ world: World<Self>) -> Store { Store() }
    }

    struct FakeAPI: SearchAPI {
      let run: @Sendable (String) async throws -> [String]
      init(_ run: @escaping @Sendable (String) async throws -> [String]) { self.run = run }
      func search(_ text: String) async throws -> [String] { try await run(text) }
    }

    @MainActor struct SearchBox: Adapter {
      let query = Field(\\.query, samples: ["a": "a", "ab": "ab"])
      let results = Field(\\.results)
      let photos = Shown(\\.photos)
      let items = Rows<ItemRow>(\\.items, key: \\.id)
      let alert = Field(\\.alert)
      let path = Shown(\\.path)
      let isLoading = Field(\\.isLoading)
      let refresh = Input { $0.refresh() }
      let select = Input<Int> { $0.select($1) }
      let submit = Input { try await $0.submit() }
      let search = Service<String, [String]>(after: .milliseconds(200)) { .ok(["for \\($0)"]) }
      let failed = Subject<String>()

      func make(_ world: World<Self>) -> SearchModel {
        SearchModel(api: FakeAPI { try await world.ask(search, $0) }, onError: { world.send(failed, $0) })
      }

      var screen: Screen {
        Screen("Search") {
          TextField(query, "Search")
          Label(results, "Results")
          Badge(isLoading, "Loading")
          Button(submit, "Submit", enabled: isLoading)
          Button(select, "Select")
          Alert("Failed", on: submit.failed, ["OK"], refresh)
          Alert("Problem", on: alert, ["OK"])
          Push(Page("done", title: "Done"), on: failed)
          Push(on: path)
          List(items, "Items") { row in Button(row.like, "Like", enabled: row.canLike) }
        }
      }

      var laws: Chart {
        Invariant("loading while a request is under way") { $0.isLoading || $0.requests(of: \\.search) == 0 }
        Finally("nothing loads for ever") { !$0.isLoading }
        Invariant("no item is listed twice") { Set($0.items.map(\\.id)).count == $0.items.count }
        Always("submits once") { !$0.isExecuting(\\.submit) || $0.query != "" }
      }
    }

    let machines = [Machine(SearchBox.self, name: "search", variant: "class", summary: "A search field")]
    """

  @Test("is on the page as the fixture has it, and finds what the page says")
  func page() throws {
    let root = "\(#filePath.components(separatedBy: "/Tests/")[0])"
    let page = try String(contentsOfFile: "\(root)/Documentation/YourApp.md", encoding: .utf8)
    let source = try String(contentsOfFile: "\(root)/Tests/AdaptersFixture/LoginForms.swift", encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 4)
    for block in blocks.dropLast() { #expect(source.contains(block), "\(block)") }
    try compile(source + blocks[3])
    let found = page.components(separatedBy: "```text\n")[1].components(separatedBy: "```")[0]
    let folder = try ScratchFolder()
    let search = try FixtureRun(["explore", "form@class", "--depth", "2"], in: folder)
    #expect(search.code == 1 && search.output.hasPrefix(found), "\(search.output)")
    #expect(try FixtureRun(["explore", "form@fixed"], in: folder).code == 0)
    #expect(try FixtureRun(["compare", "form@fixed", "form@chart"], in: folder).code == 0)
    #expect(try FixtureRun(["compare", "form@class", "form@chart", "--depth", "3"], in: folder).code == 1)
  }

  @Test("compiles in Swift 6 with warnings as errors")
  func compiles() throws { try compile(Self.example) }

  private func compile(_ source: String) throws {
    let folder = try ScratchFolder()
    try source.write(toFile: folder.path("Search.swift"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-typecheck"]
      + ["Modules", "CAdapters.build", "CFiles.build", "CLocks.build"].flatMap {
        ["-I", "\(BuiltProduct.folder)/\($0)"]
      } + [
        folder.path("Search.swift")
      ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
