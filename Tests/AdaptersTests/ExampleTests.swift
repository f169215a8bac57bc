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

  /// The class and the adapter of the page, with the type that asks.
  private static func page() throws -> String {
    let page = "\(#filePath.components(separatedBy: "/Tests/")[0])/Documentation/YourApp.md"
    let blocks = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    return """
      import Adapters
      import Observation
      import ViewModels

      protocol SearchAPI: Sendable { func search(_ text: String) async throws -> [String] }
      struct AskedSearch: SearchAPI {
        let run: @Sendable (String) async throws -> [String]
        init(_ run: @escaping @Sendable (String) async throws -> [String]) { self.run = run }
        func search(_ text: String) async throws -> [String] { try await run(text) }
      }

      """ + blocks.map { $0.components(separatedBy: "```")[0] }.joined(separator: "\n")
  }

  @Test(
    "compiles in Swift 6 with warnings as errors, and so does the page", arguments: ["example", "page"])
  func compiles(_ subject: String) throws {
    let folder = try ScratchFolder()
    let source = subject == "page" ? try Self.page() : Self.example
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
