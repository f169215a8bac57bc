import Statecharts
import ViewModels

@testable import Console

/// Rows that come later and are busy for a while, a page behind one of them, and a control that takes a number.
struct Shop: ViewModel {
  struct Model: ModelType {
    var items: [Ref<ShopItem>] = []
    var note = ""
  }

  let items = Field(\.items, key: \ShopItem.Model.id)
  let note = Field(\.note)
  let load = Input()
  let count = Input<Int>(samples: ["three": 3])
  let leave = Input()
  let returned = Input()
  let left = Subject<Void>()

  var chart: Chart {
    Region("shop") {
      State("empty") {
        On(load, to: "full") { me in me.items = ["a", "b"].map { id in me.make(ShopItem.self) { $0.id = id } } }
      }
      State("full") {
        On(count)
        On(leave, to: "left", emit: left)
      }
      State("left") { On(returned, to: "full") }
    }
  }

  var screen: Screen {
    Screen("Shop") {
      TextField(note, "Note")
      Button(load, "Load")
      Button(count, "Count")
      Button(leave, "Leave")
      Push(Page("till", title: "Till"), on: left)
      Reappeared(returned)
      List(items, "Items") { item in Button(item.buy, "Buy") }
    }
  }

  static let machine = Machine(
    Shop.self, name: "shop", variant: "one", summary: "a shop", pages: [PageModel("till", Till.self)])
}

/// A row of the shop.
struct ShopItem: ViewModel {
  struct Model: ModelType, Hashable {
    var id = ""
  }

  let id = Field(\.id)
  let buy = Input()

  var chart: Chart {
    Region("entry") {
      State("free") { On(buy, to: "busy") }
      State("busy") { After(.seconds(1), to: "free") }
    }
  }
}

/// The page behind the shop.
struct Till: ViewModel {
  struct Model: ModelType, Hashable {}

  let pay = Input()

  var chart: Chart { Region("till") { State("open") { On(pay) } } }
  var screen: Screen { Screen("Till") { Button(pay, "Pay") } }
}
