import Testing

@testable import ViewModels

/// A definition that does not list what its code uses: a fault of the turn with the name, never an end of the tool.
struct UnlistedNameTests {
  enum Shop: ViewModel {
    struct Model: Sendable {
      var goods: [Int] = []
      var price = 0
    }
    static let goods = Field("goods", \Model.goods)
    static let price = Field("price", \Model.price)
    /// Over a property that is listed, under another name.
    static let stock = Field("stock", \Model.goods)
    static let cost = Field("cost", \Model.price)
    static let sold = Subject<Int>("sold")
    static let act = Input<Int>("act")

    static let watch = Wiring("watch") { (me: Ref<Shop>) in me.values(cost).write(to: me, price) }
    static let listen = Wiring("listen") { (me: Ref<Shop>) in me.values(of: sold).write(to: me, price) }
    static let bind = Wiring("bind") { (me: Ref<Shop>) in me.values(price).assign(to: me, cost) }
    static let tell = Wiring("tell") { (me: Ref<Shop>) in me.values(price).output(by: me, sold) }

    static let acts: [Action<Int>] = [
      { me, _ in me.emit(sold, 1) },
      { me, _ in me.setSilently(cost, to: 2) },
      { me, _ in me.changing(cost) { _ in } },
      { me, _ in me.insert([1], at: [0], into: stock) },
      { me, _ in me.bindBothWays(me.me, price, me.me, cost) },
      { me, _ in me.start(watch, me.me) },
      { me, _ in me.start(listen, me.me) },
      { me, _ in me.start(bind, me.me) },
      { me, _ in me.start(tell, me.me) },
    ]

    static let definition = Definition<Shop>(Model(), fields: [goods, price], inputs: [act]) {
      Uses(watch, listen, bind, tell)
      Region("shop") {
        On(act) { me, number in acts[number](me, number) }
        State("open")
      }
    }
  }

  private static let machine = Machine(Shop.self, name: "shop", variant: "one", summary: "")

  @Test("code, bindings and signals", arguments: Shop.acts.indices)
  func faults(_ number: Int) {
    var (snapshot, _) = Self.machine.open()
    _ = Self.machine.step(&snapshot, .send(input: "act", .int(number)))
    let name = ["sold", "cost", "cost", "stock", "cost"]
    let wirings = ["watch", "listen", "bind", "tell"]
    if number < name.count {
      #expect(
        snapshot.fault == "definition 'Shop' does not list '\(name[number])' among its fields and subjects")
    } else {
      #expect(
        snapshot.fault
          == "wiring '\(wirings[number - name.count])' uses a field or subject that a definition does not list")
    }
  }
}
