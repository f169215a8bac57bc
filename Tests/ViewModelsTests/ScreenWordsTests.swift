import Testing
import ViewModels

/// A shop window: a list, pictures, a refresh control, a HUD, tips, and a page with a view model behind it.
private struct Shop: ViewModel {
  struct Model: ModelType {
    var rows: [Ref<Article>] = []
    var pictures = ["a.png", "b.png"]
    var isBusy = false
    var hasMore = false
    var offset = 0.0
    var isLastPage: Bool { !hasMore }
  }

  let rows = Field(\.rows)
  let pictures = Field(\.pictures)
  let isBusy = Field(\.isBusy)
  let isLastPage = Field(\.isLastPage, from: \.hasMore)
  let offset = Field(\.offset)
  let more = Input()
  let work = Input()
  let scrolled = Input<Double>()
  let select = Input<Int>()
  let picture = Input<Int>()
  let leave = Input()
  let stay = Input()
  let ask = Input()
  let back = Input()
  let tip = Subject<String>()
  let asked = Subject<Void>()
  let detail = Subject<String?>()

  var chart: Chart {
    SetUp { me in me.rows = [me.make(Article.self, at: "first"), me.make(Article.self, at: "second")] }
    Region("shop") {
      On(more) { $0.emit(tip, "more") }
      On(work) { $0.isBusy = !$0.isBusy }
      On(scrolled) { $0.offset = $1 }
      On(select) { me, index in me.emit(detail, index == 0 ? "first" : nil) }
      On(picture) { me, index in me.emit(tip, me.pictures[index]) }
      On(ask) { $0.emit(asked) }
      On(leave) { $0.emit(tip, "left") }
      On(stay) { $0.emit(tip, "stayed") }
      On(back) { $0.emit(tip, "back again") }
      State("open")
    }
  }

  var screen: Screen {
    Screen("Shop") {
      Banner(pictures, "Pictures", select: picture)
      List(rows, "Articles", select: select) { article in
        Label(article.count, "")
        Badge(article.isSold, "sold")
        Button(article.buy, "Buy", enabled: article.isForSale)
      }
      Refresh(more, "More", while: isBusy, hidden: isLastPage)
      Scroll(offset, "Offset", scrolled)
      Button(work, "Work")
      Button(ask, "Ask")
      HUD("Busy", while: isBusy)
      Tip(on: tip)
      Alert("Leave?", on: asked, ["Yes": leave, "No": stay])
      Push("detail", on: detail)
      Reappeared(back)
    }
  }
}

private struct Article: ViewModel {
  struct Model: ModelType, Hashable {
    var count = 2
    var isSold: Bool { count == 0 }
    var isForSale: Bool { count > 0 }
  }

  let count = Field(\.count)
  let isSold = Field(\.isSold, from: \.count)
  let isForSale = Field(\.isForSale, from: \.count)
  let buy = Input()

  var chart: Chart {
    Region("article") {
      On(buy) { $0.count -= 1 }
      State("shown")
    }
  }
}

/// What stands behind the page `detail`: it asks for something slow, shows a HUD meanwhile, and tells when it is there.
private struct Detail: ViewModel {
  struct Model: ModelType, Hashable { var isLoading = false }

  let isLoading = Field(\.isLoading)
  let load = Input()
  let home = Input()
  let tip = Subject<String>()
  let gone = Subject<Void>()
  let fetch = Service<Int, String>(after: .seconds(1)) { _ in .ok("fetched") }

  var chart: Chart {
    Region("detail") {
      On(home) { $0.emit(gone) }
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        OnEntry { $0.isLoading = true }
        OnExit { $0.isLoading = false }
        Invoke(fetch) { _ in 1 }
        On(fetch.succeeded, to: .idle, emit: tip)
      }
    }
  }

  var screen: Screen {
    Screen("Detail") {
      Button(load, "Load")
      Button(home, "Home")
      HUD("Loading", while: isLoading, covers: false)
      Tip(on: tip)
      PopToRoot(on: gone)
    }
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
    #expect(refusal(tap("offset")) == "'offset' needs an offset: tap offset 120")
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
    #expect(!machine.fields(of: later.snapshot).contains { $0.path.text.hasPrefix("detail.") })
  }

  @Test("all pages go at once, and a page without a title is a crash")
  func root() {
    #expect(run([tap("rows[0]"), tap("home")]).screen.pages == ["window"])
    #expect(run([tap("rows[1]")]).snapshot.fault == "page 'detail' was pushed without a title")
  }
}
