import Statecharts
import ViewModels

@testable import Console

/// A checkout of two regions whose rows are view models; two of them have the same identity.
struct Basket: TokenViewModel {
  struct Model: ModelType {
    var items: [Ref<BasketItem>] = []
    var step = 1
  }

  let items = Field(\.items, key: \BasketItem.Model.id)
  let step = Field(\.step)
  let apply = Input()
  let confirm = Input()
  let next = Input()
  let turn = Input()

  var chart: Chart {
    SetUp { me in me.items = ["a", "b", "a"].map { id in me.make(BasketItem.self) { $0.id = id } } }
    Region("coupon") {
      State("none") { On(apply, to: "applied") }
      State("applied")
    }
    Region("order") {
      State("open") { On(confirm, to: "confirmed") }
      State("confirmed")
    }
    Region("step") {
      On(turn) { $0.items = $0.items.reversed() }
      State("first") { On(next, to: "second") { $0.step += 1 } }
      State("second") { On(next, to: "first") { $0.step += 1 } }
    }
  }

  var laws: Chart {
    AtMost(1, .set(step), "a step is taken once")
    Invariant("no step is the fourth") { $0.step < 4 }
  }

  var screen: Screen {
    Screen("Basket") {
      List(items, "Items") { item in
        TextField(item.note, "Note")
        Button(item.add, "Add")
      }
      Button(apply, "Apply")
      Button(confirm, "Confirm")
    }
  }

  static let machine = Machine(Basket.self, name: "basket", variant: "one", summary: "a checkout")

  /// A session with the basket open.
  static func session(_ lines: String...) -> Session {
    var session = Session(catalogue: Catalogue([machine]))
    for line in ["open basket"] + lines {
      let reply = session.run(line)
      precondition(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
    }
    return session
  }
}

/// A row of the basket.
struct BasketItem: TokenViewModel {
  struct Model: ModelType, Hashable {
    var id = ""
    var note = ""
    var count = 0
  }

  let id = Field(\.id)
  let note = Field(\.note)
  let add = Input()
  let drop = Input<Int>()

  var chart: Chart {
    Region("entry") {
      On(drop) { $0.count -= $1 }
      State("new") { On(add, to: "full") { $0.count += 1 } }
      State("full")
    }
  }
}
