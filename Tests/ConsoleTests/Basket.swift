import Statecharts
import ViewModels

@testable import Console

/// A checkout of two regions whose rows are view models; two of them have the same identity.
enum Basket: ViewModel {
  struct Model: Sendable {
    var items: [Ref<BasketItem>] = []
    var step = 1
  }

  static let items = Field("items", \Model.items, key: BasketItem.id)
  static let step = Field("step", \Model.step)
  static let apply = Input<Void>("apply")
  static let confirm = Input<Void>("confirm")
  static let next = Input<Void>("next")
  static let turn = Input<Void>("turn")

  static let definition = Definition<Basket>(
    Model(), fields: [items, step], inputs: [apply, confirm, next, turn],
    properties: [.atMost(1, .set(step), "a step is taken once"), .invariant("no step is the fourth") { $0[step] < 4 }]
  ) {
    Uses(BasketItem.self)
    SetUp { me in
      me[items] = ["a", "b", "a"].map { id in me.make(BasketItem.self) { me[$0, BasketItem.id] = id } }
    }
    Region("coupon") {
      State("none") { On(apply, to: "applied") }
      State("applied")
    }
    Region("order") {
      State("open") { On(confirm, to: "confirmed") }
      State("confirmed")
    }
    Region("step") {
      On(turn) { me, _ in me[items] = me[items].reversed() }
      State("first") { On(next, to: "second") { me, _ in me[step] += 1 } }
      State("second") { On(next, to: "first") { me, _ in me[step] += 1 } }
    }
  }

  static let screen = Screen("Basket") {
    List(items, "Items") {
      BasketItem.TextField(BasketItem.note, "Note")
      BasketItem.Button(BasketItem.add, "Add")
    }
    Button(apply, "Apply")
    Button(confirm, "Confirm")
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
enum BasketItem: ViewModel {
  struct Model: Hashable, Sendable {
    var id = ""
    var note = ""
    var count = 0
  }

  static let id = Field("id", \Model.id)
  static let note = Field("note", \Model.note)
  static let count = Field("count", \Model.count)
  static let add = Input<Void>("add")
  static let drop = Input<Int>("drop")

  static let definition = Definition<BasketItem>(Model(), fields: [id, note, count], inputs: [add, drop]) {
    Region("entry") {
      On(drop) { me, number in me[count] -= number }
      State("new") { On(add, to: "full") { me, _ in me[count] += 1 } }
      State("full")
    }
  }
}
