import Adapters
import SignalboxTool
import ViewModels

/// The tool over adapters of classes, and the canaries of what adapters assume of Swift's runtime: `canary NAME`.
@main
struct AdaptersFixture {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "flakes" { RealSleeps.run(words.dropFirst().first.flatMap { Int($0) } ?? 100) }
    if words.first == "canary" { Canaries.run(words.dropFirst().first ?? "") }
    SignalboxTool.run(
      machines: [
        Machine(
          SearchBox<SearchModel>.self, name: "search", variant: "class", summary: "A late answer wins",
          domains: ["any": SearchDomain(services: .any, between: 1)]),
        Machine(
          SearchBox<FixedSearchModel>.self, name: "search", variant: "fixed", summary: "The earlier task is cancelled",
          domains: ["any": SearchDomain(services: .any, between: 1)]),
        Machine(SearchChart.self, name: "search", variant: "chart", summary: "The same as a chart"),
        Machine(LoginBox.self, name: "login", variant: "class", summary: "An async method that throws"),
        Machine(ShapesBox.self, name: "shapes", variant: "class", summary: "Other shapes of code"),
        Machine(FeedBox.self, name: "feed", variant: "class", summary: "Rows that are objects"),
        Machine(ShopBox.self, name: "shop", variant: "class", summary: "Alerts and pages from properties"),
        Machine(CounterBox.self, name: "counter", variant: "class", summary: "An actor"),
        Machine(EscapingBox.self, name: "escapes", variant: "class", summary: "What cannot be repeated"),
        Machine(ChanceBox.self, name: "chance", variant: "class", summary: "Chance"),
        Machine(CountBox.self, name: "count", variant: "class", summary: "A static that survives"),
        Machine(RaceBox.self, name: "race", variant: "class", summary: "Tasks that end at one instant"),
        Machine(InstantsBox.self, name: "instants", variant: "class", summary: "Work in every order"),
        Machine(TrappingBox.self, name: "traps", variant: "class", summary: "A task that traps"),
      ] + badInput() + outliving() + loginForms() + corpus(), executable: "signalbox", limits: StepLimits(seconds: 2))
  }
}

/// What the two classes have in common; the classes themselves know nothing of it.
@MainActor protocol Searching: AnyObject, Sendable {
  var query: String { get set }
  var results: [String] { get }
  var isLoading: Bool { get }
  init(api: any SearchAPI)
}

extension SearchModel: Searching {}
extension FixedSearchModel: Searching {}

struct AskedSearch: SearchAPI {
  let run: @Sendable (String) async throws -> [String]

  func search(_ text: String) async throws -> [String] { try await run(text) }
}

@MainActor struct SearchBox<Model: Searching>: Adapter {
  let query = Field(\.query, samples: ["a": "a", "ab": "ab"])
  let results = Field(\.results)
  let isLoading = Field(\.isLoading)
  let search = Service<String, [String]>(after: .milliseconds(200)) { .ok(["for \($0)"]) }

  func make(_ world: World<Self>) -> Model { Model(api: AskedSearch { try await world.ask(search, $0) }) }

  var screen: Screen {
    Screen("Search") {
      TextField(query, "Search")
      Label(results, "Results")
      Label(isLoading, "Loading")
    }
  }

  var laws: Chart {
    Finally("results belong to the query") {
      $0.results.isEmpty || $0.query.isEmpty || $0.results == ["for \($0.query)"]
    }
  }
}

struct SearchChart: ViewModel {
  struct Model: ModelType {
    var query = ""
    var results: [String] = []
    var isLoading = false
  }

  let query = Field(\.query, samples: ["a": "a", "ab": "ab"])
  let results = Field(\.results)
  let isLoading = Field(\.isLoading)
  let edited = Event<Void>()
  let search = Service<String, [String]>(after: .milliseconds(200)) { .ok(["for \($0)"]) }

  var chart: Chart {
    Observe(query) { me, _ in me.raise(edited) }
    Region("searching") {
      On(edited, to: "waiting") { me in me.isLoading = false }
      State(.idle)
      State("waiting") { After(.milliseconds(300), to: .executing) { me in me.isLoading = true } }
      State(.executing) {
        Invoke(search) { $0.query }
        On(search.succeeded, to: .idle) { me, found in
          me.results = found
          me.isLoading = false
        }
        On(search.failed, to: .idle) { me, _ in me.isLoading = false }
        On(search.error, to: .idle) { me, _ in me.isLoading = false }
      }
    }
  }

  var screen: Screen {
    Screen("Search") {
      TextField(query, "Search")
      Label(results, "Results")
      Label(isLoading, "Loading")
    }
  }
}

@MainActor struct LoginBox: Adapter {
  let name = Field(\.name, samples: ["li": "li"])
  let isBusy = Field(\.isBusy)
  let greeting = Field(\.greeting)
  let badges = Shown(\.badges)
  let login = Input { try await $0.login() }
  let clear = Input { $0.clear() }
  let rename = Input<String>(samples: ["s": "s"]) { $0.rename($1) }
  let authenticate = Service<String, String>(
    after: .milliseconds(500), timeout: Timeout(after: .seconds(2), "timed out"),
    fails: { LoginError.rejected($0) }, breaks: { _ in LoginError.offline }
  ) { .ok($0) }
  let failed = Subject<String>()

  func make(_ world: World<Self>) -> LoginModel {
    LoginModel(authenticate: { try await world.ask(authenticate, $0) }, onError: { world.send(failed, $0) })
  }

  var screen: Screen {
    Screen("Login") {
      TextField(name, "Name")
      Button(login, "Log in")
      Button(clear, "Clear")
      Label(greeting, "Greeting")
      Alert("Not logged in", on: login.failed, ["OK"])
    }
  }

  var laws: Chart {
    Invariant("busy while a login is under way") { $0.isBusy == ($0.requests(of: \.authenticate) > 0) }
  }
}

@MainActor struct ShapesBox: Adapter {
  let seen = Field(\.seen)
  let detached = Input { $0.detached() }
  let actorCall = Input { $0.actorCall() }
  let group = Input { $0.group() }
  let stream = Input { $0.stream() }
  let clock = Input { $0.clock() }
  let loop = Input { $0.loop() }

  let updates = Stream<String>(samples: ["new": "new"])

  func make(_ world: World<Self>) -> ShapesModel { ShapesModel(world.stream(updates)) }
}

@MainActor struct ReplyRow: RowAdapter {
  typealias Object = ReplyModel
  let text = Field(\.text)
  let isSeen = Field(\.isSeen)
  let see = Input { $0.see() }
}

@MainActor struct ItemRow: RowAdapter {
  typealias Object = ItemModel
  let id = Field(\.id)
  let note = Field(\.note, samples: ["x": "x"])
  let likes = Field(\.likes)
  let canLike = Field(\.canLike)
  let replies = Rows<ReplyRow>(\.replies, key: \.text)
  let like = Input { try await $0.like() }
  let reply = Input { $0.reply() }

  var laws: Chart {
    Invariant("a row has at most two likes") { $0.likes <= 2 }
  }
}

@MainActor struct FeedBox: Adapter {
  let items = Rows<ItemRow>(\.items, key: \.id)
  let load = Input { $0.load() }
  let turn = Input { $0.turn() }
  let remove = Input { $0.remove() }
  let send = Service<Int, Int>(after: .milliseconds(100), samples: ["three": 3]) { _ in .ok(1) }

  func make(_ world: World<Self>) -> FeedModel { FeedModel { try await world.ask(send, $0) } }

  var screen: Screen {
    Screen("Feed") {
      Button(load, "Load")
      Button(turn, "Turn")
      Button(remove, "Remove")
      List(items, "Items") { row in
        TextField(row.note, "Note")
        Label(row.likes, "Likes")
        Button(row.like, "Like", enabled: row.canLike)
        Button(row.reply, "Reply")
      }
    }
  }

  var laws: Chart {
    Invariant("no identity is listed twice") { Set($0.items.map(\.id)).count == $0.items.count }
  }
}

@MainActor struct CounterBox: Adapter {
  typealias Object = CounterActor
  let count = Field { $0.count }
  let log = Field { $0.log }
  let add = Input { await $0.add() }

  func make(_ world: World<Self>) -> CounterActor { CounterActor() }

  var laws: Chart {
    Finally("every call counts") { $0.log.isEmpty || $0.log.last == "\($0.log.count)" }
  }
}

@MainActor struct ShopBox: Adapter {
  let path = Shown(\.path)
  let problem = Shown(\.problem)
  let asksToLeave = Field(\.asksToLeave)
  let notice = Field(\.notice)
  let canBuy = Field(\.canBuy)
  let open = Input<Int>(samples: ["first": 1]) { $0.open($1) }
  let buy = Input { await $0.buy() }
  let stay = Input { $0.stay() }
  let leave = Input { $0.leave() }
  let acknowledge = Input { $0.acknowledge() }
  let pay = Service<Int, String>(after: .milliseconds(100)) { _ in .ok("paid") }

  func make(_ world: World<Self>) -> ShopModel { ShopModel { try await world.ask(pay, $0) } }

  var screen: Screen {
    Screen("Shop") {
      Button(open, "Open")
      Button(buy, "Buy", enabled: canBuy)
      Button(leave, "Leave")
      Alert("Not paid", on: problem, ["OK"])
      Alert("Leave?", on: asksToLeave, ["Stay"], stay)
      Alert("Notice", on: notice, ["OK"], acknowledge)
      Push(on: path)
    }
  }
}
