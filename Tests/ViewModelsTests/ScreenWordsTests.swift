import Testing
import ViewModels

/// A shop window: a list, pictures, a refresh control, a HUD, tips, and a page with a view model behind it.
private enum Shop: ViewModel {
  struct Model: Sendable {
    var rows: [Ref<Article>] = []
    var pictures = ["a.png", "b.png"]
    var isBusy = false
    var hasMore = false
    var offset = 0.0
    var isLastPage: Bool { !hasMore }
  }

  static let rows = Field("rows", \Model.rows)
  static let pictures = Field("pictures", \Model.pictures)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let hasMore = Field("hasMore", \Model.hasMore)
  static let isLastPage = Field("isLastPage", \Model.isLastPage, from: [hasMore])
  static let offset = Field("offset", \Model.offset)
  static let more = Input<Void>("more")
  static let work = Input<Void>("work")
  static let scrolled = Input<Double>("scrolled")
  static let select = Input<Int>("select")
  static let picture = Input<Int>("picture")
  static let leave = Input<Void>("leave")
  static let stay = Input<Void>("stay")
  static let ask = Input<Void>("ask")
  static let back = Input<Void>("back")
  static let tip = Subject<String>("tip")
  static let asked = Subject<Void>("asked")
  static let detail = Subject<String?>("detail")

  static let definition = Definition<Shop>(
    Model(), fields: [rows, pictures, isBusy, hasMore, isLastPage, offset],
    inputs: [more, work, scrolled, select, picture, leave, stay, ask, back], subjects: [tip, asked, detail]
  ) {
    Uses(Article.self)
    SetUp { me in me[rows] = [me.make(Article.self, at: "first"), me.make(Article.self, at: "second")] }
    Region("shop") {
      On(more) { me, _ in me.emit(tip, "more") }
      On(work) { me, _ in me[isBusy] = !me[isBusy] }
      On(scrolled) { $0[offset] = $1 }
      On(select) { me, index in me.emit(detail, index == 0 ? "first" : nil) }
      On(picture) { me, index in me.emit(tip, me[pictures][index]) }
      On(ask) { me, _ in me.emit(asked) }
      On(leave) { me, _ in me.emit(tip, "left") }
      On(stay) { me, _ in me.emit(tip, "stayed") }
      On(back) { me, _ in me.emit(tip, "back again") }
      State("open")
    }
  }

  static let screen = Screen("Shop") {
    Banner(pictures, "Pictures", select: picture)
    List(rows, "Articles", select: select) {
      Article.Label(Article.count, "")
      Article.Badge(Article.isSold, "sold")
      Article.Button(Article.buy, "Buy", enabled: Article.isForSale)
    }
    Refresh(more, "More", while: isBusy, hidden: isLastPage)
    Scroll(offset, "Offset", scrolled)
    Button(work, "Work")
    Button(ask, "Ask")
    HUD("Busy", while: isBusy)
    Tip(on: tip)
    Alert("Leave?", on: asked, [AlertButton("Yes", leave), AlertButton("No", stay)])
    Push("detail", on: detail)
    Reappeared(back)
  }
}

private enum Article: ViewModel {
  struct Model: Hashable, Sendable {
    var count = 2
    var isSold: Bool { count == 0 }
    var isForSale: Bool { count > 0 }
  }

  static let count = Field("count", \Model.count)
  static let isSold = Field("isSold", \Model.isSold, from: [count])
  static let isForSale = Field("isForSale", \Model.isForSale, from: [count])
  static let buy = Input<Void>("buy")
  static let definition = Definition<Article>(
    Model(), fields: [count, isSold, isForSale], inputs: [buy]
  ) {
    Region("article") {
      On(buy) { me, _ in me[count] -= 1 }
      State("shown")
    }
  }
}

/// What stands behind the page `detail`: it asks for something slow, shows a HUD meanwhile, and tells when it is there.
private enum Detail: ViewModel {
  struct Model: Hashable, Sendable { var isLoading = false }

  static let isLoading = Field("isLoading", \Model.isLoading)
  static let load = Input<Void>("load")
  static let home = Input<Void>("home")
  static let tip = Subject<String>("tip")
  static let gone = Subject<Void>("gone")
  static let fetch = Service<Int, String>("fetch", after: .seconds(1)) { _ in .ok("fetched") }

  static let definition = Definition<Detail>(
    Model(), fields: [isLoading], inputs: [load, home], subjects: [tip, gone]
  ) {
    Region("detail") {
      On(home) { me, _ in me.emit(gone) }
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        OnEntry { $0[isLoading] = true }
        OnExit { $0[isLoading] = false }
        Invoke(fetch) { _ in 1 }
        On(fetch.succeeded, to: .idle) { $0.emit(tip, $1) }
      }
    }
  }

  static let screen = Screen("Detail") {
    Button(load, "Load")
    Button(home, "Home")
    HUD("Loading", while: isLoading, covers: false)
    Tip(on: tip)
    PopToRoot(on: gone)
  }
}

@Suite("The words of screens")
struct ScreenWordsTests {
  private let machine = Machine(
    Shop.self, name: "shop", variant: "one", summary: "a shop", page: "window",
    pages: [PageModel("detail", Detail.self)])

  private func tap(_ control: String, _ value: Value? = nil) -> Stimulus { .tap(control: control, value) }

  /// What the stimuli lead to: the effects of the last one, and the screen.
  private func run(_ stimuli: [Stimulus]) -> (effects: [Effect], screen: ScreenState, snapshot: Snapshot) {
    var (snapshot, _) = machine.open()
    var effects: [Effect] = []
    for stimulus in stimuli { effects = machine.step(&snapshot, stimulus).flatMap(\.effects) }
    return (effects, machine.screen(of: snapshot), snapshot)
  }

  private func refusal(_ stimuli: Stimulus...) -> String? {
    for case .refused(_, let reason) in run(stimuli).effects { return reason }
    return nil
  }

  @Test("a row's button calls the row, and is disabled by the row's own field")
  func rows() {
    let bought = run([tap("rows[1].buy"), tap("rows[1].buy")])
    #expect(bought.screen.controls.first { $0.kind == .list }?.value == 2)
    #expect(
      bought.screen.controls.first { $0.kind == .list }?.rows.map { $0.map(\.name) } == [
        ["count", "buy"], ["count", "isSold", "buy"],
      ])
    #expect(refusal(tap("rows[1].buy"), tap("rows[1].buy"), tap("rows[1].buy")) == "disabled, isForSale is false")
  }

  @Test("a row or a picture that there is not is refused, and says how many there are")
  func missing() {
    #expect(refusal(tap("rows[2]")) == "there is no such row, 'rows' has 2")
    #expect(refusal(tap("pictures[7]")) == "there is no such row, 'pictures' has 2")
    #expect(refusal(tap("rows[0].sell")) == "this variant has no such control")
    #expect(refusal(tap("rows")) == "which row? tap rows[0]")
    #expect(refusal(tap("pictures")) == "which picture? tap pictures[0]")
  }

  @Test("a picture tells its index, a scroll position its offset")
  func values() {
    #expect(run([tap("pictures[1]")]).effects.contains(.tipShown("b.png")))
    #expect(run([tap("offset", 12)]).screen.controls.first { $0.name == "offset" }?.value == 12.0)
    #expect(refusal(tap("offset")) == "'offset' is scrolled to an offset: tap offset 120")
  }

  @Test("a refresh control that is hidden cannot be seen or pulled")
  func refresh() {
    #expect(run([]).screen.controls.contains { $0.name == "more" } == false)
    #expect(refusal(tap("more")) == "hidden, isLastPage is true")
    let shown = run([.assign(field: "hasMore", true)])
    #expect(shown.screen.controls.contains { $0.name == "more" })
  }

  @Test("a tip hides by itself after a second, and is in nobody's way")
  func tip() {
    #expect(run([tap("pictures[0]")]).screen.tip == "a.png")
    #expect(run([tap("pictures[0]"), tap("pictures[1]"), .advance(milliseconds: 999)]).screen.tip == "b.png")
    #expect(run([tap("pictures[0]"), .advance(milliseconds: 1_000)]).effects.last == .tipClosed)
  }

  @Test("a HUD covers the page, comes a hop later and goes with its field")
  func hud() {
    let busy = run([tap("work")])
    #expect(busy.effects.last == .hudShown("Busy"))
    #expect(refusal(tap("work"), tap("work")) == "covered by the HUD 'Busy'")
    #expect(refusal(tap("work"), .back) == "covered by the HUD 'Busy'")
    #expect(run([tap("work"), .send(input: "work", nil)]).screen.hud == nil)
  }

  @Test("each button of an alert calls its own input")
  func alert() {
    #expect(run([tap("ask"), .dismiss(button: "No")]).effects.contains(.tipShown("stayed")))
    #expect(run([tap("ask"), .dismiss(button: nil)]).effects.contains(.tipShown("left")))
    #expect(refusal(tap("ask"), .dismiss(button: "?")) == "the alert has no button '?', only 'Yes', 'No'")
  }

  @Test("a page has the view model that the machine puts behind it, and its controls take the taps")
  func page() {
    let pushed = run([tap("rows[0]")])
    #expect(pushed.effects.contains(.pushed(page: "detail")))
    #expect(pushed.screen.pages == ["window", "detail"])
    #expect(pushed.screen.title == "first")
    #expect(pushed.screen.controls.map(\.name) == ["load", "home"])
    #expect(refusal(tap("rows[0]"), tap("work")) == "not on the page detail")
    #expect(refusal(tap("load")) == "not on the page window")
    #expect(machine.fields(of: pushed.snapshot).contains { $0.path == "detail.isLoading" })
    #expect(run([tap("rows[0]"), tap("load")]).effects.contains(.hudShown("Loading")))
    #expect(refusal(.send(input: "detail.load", nil)) == "its page is not open")
    #expect(machine.inputs.map(\.name).contains("detail.load"))
    #expect(machine.commands(of: pushed.snapshot).map(\.name).contains("detail.load"))
  }

  @Test("a page that was left takes its HUD with it, and what it still does touches nothing")
  func left() {
    let left = run([tap("rows[0]"), tap("load"), .back])
    #expect(left.screen.hud == nil)
    #expect(left.effects.contains(.tipShown("back again")))
    let later = run([tap("rows[0]"), tap("load"), .back, .advance(milliseconds: 2_000)])
    #expect(later.effects.contains { if case .replied = $0 { true } else { false } })
    #expect(!later.effects.contains(.tipShown("fetched")))
    #expect(!machine.fields(of: later.snapshot).contains { $0.path.hasPrefix("detail.") })
  }

  @Test("all pages go at once, and a page without a title is a crash")
  func root() {
    #expect(run([tap("rows[0]"), tap("home")]).screen.pages == ["window"])
    #expect(run([tap("rows[1]")]).snapshot.fault == "page 'detail' was pushed without a title")
  }
}
