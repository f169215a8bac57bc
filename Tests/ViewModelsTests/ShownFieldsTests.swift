import Statecharts
import Testing
import ViewModels

/// Which fields of a machine somebody outside sees.
struct ShownFieldsTests {
  private struct Shelf: ViewModel {
    struct Model: ModelType, Hashable {
      var books: [Ref<Book>] = []
      var draft = ""
      var asked = 0
      var isBusy = false
      var isOpen = true
      var secretCount = 0
      var canAdd: Bool { !draft.isEmpty }
      var hidden: Int { secretCount }
    }

    let books = Field(\.books)
    let draft = Field(\.draft)
    let canAdd = Field(\.canAdd, from: \.draft)
    let hidden = Field(\.hidden)
    let isBusy = Field(\.isBusy)
    let add = Input()
    let isFree = Guard("nothing was asked", reads: \.asked) { $0.asked == 0 }

    var chart: Chart {
      Region("shelf") { State(.idle) { On(add, when: isFree) { $0.asked += 1 } } }
    }

    var screen: Screen {
      Screen("Shelf") {
        TextField(draft, "Title")
        Button(add, "Add", enabled: canAdd)
        HUD("…", while: isBusy)
      }
    }
  }

  private struct Book: ViewModel {
    struct Model: ModelType, Hashable { var title = "" }
  }

  private struct Bare: ViewModel {
    struct Model: ModelType, Hashable { var title = "" }
  }

  @Test(
    "controls, HUDs, guards, lists of rows and what is computed from declared sources show fields; nothing else does")
  func shown() {
    let machine = Machine(Shelf.self, name: "shelf", variant: "one", summary: "")
    #expect(machine.shownFields?.sorted() == ["asked", "books", "canAdd", "draft", "isBusy"])
  }

  @Test("of a machine with a page that has no screen everything counts")
  func bare() {
    #expect(Machine(Bare.self, name: "bare", variant: "one", summary: "").shownFields == nil)
    let page = Machine(
      Shelf.self, name: "shelf", variant: "two", summary: "", pages: [PageModel("bare", Bare.self)])
    #expect(page.shownFields == nil)
  }
}
