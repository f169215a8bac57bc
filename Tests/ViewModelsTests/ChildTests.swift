import Testing
import ViewModels

/// Goods with rows that are view models: made, moved, replaced and removed, liked by a service.
struct Shelf: ViewModel {
  struct Model: ModelType, Hashable {
    var items: [Ref<Item>] = []
    var best: Weak<Item>?
    var total = 0
    var last = ""
  }

  let items = Field(\.items, key: \Item.Model.id)
  let best = Field(\.best)
  let load = Input<Int>()
  let rotate = Input()
  let drop = Input()
  let praise = Input()
  let select = Input<Int>()
  let bestGone = Subject<Void>()

  var chart: Chart {
    Observe(items.sends(\.liked)) { $0.total += $1.value }
    Observe(best) { me, best in if best?.ref == nil { me.emit(bestGone) } }
    Region("shelf") {
      On(load) { me, count in
        let first = me.items.count
        me.items += (0..<count).map { index in me.make(Item.self) { $0.id = 100 + first + index } }
      }
      On(rotate) { me in me.items = Array(me.items.dropFirst() + me.items.prefix(1)) }
      On(drop) { $0.items.removeFirst() }
      On(praise) { $0.best = Weak($0.items.first) }
      On(items.sends(\.liked)) { me, from in me.last = "row \(from.index)" }
      On(select) { me, index in me.last = "selected \(index)" }
      State(.idle)
    }
  }

  var laws: Chart {
    Invariant("the total counts all likes") { shelf in
      var likes = 0
      for item in shelf.items { likes += shelf[item].likes }
      return shelf.total >= likes
    }
  }

  var screen: Screen {
    Screen("Shelf") {
      List(items, "goods", select: select) { item in
        Label(item.likes, "likes")
        Button(item.like, "like")
      }
    }
  }
}

struct Item: ViewModel {
  struct Model: ModelType, Hashable {
    var id = 0
    var likes = 0
  }

  let id = Field(\.id)
  let likes = Field(\.likes)
  let like = Input()
  let liked = Subject<Int>()
  let save = Service<Int, Bool>(after: .seconds(1)) { _ in .ok(true) }

  var chart: Chart {
    Region("liking") {
      State(.idle) { On(like, to: .executing) }
      State(.executing) {
        Invoke(save) { $0.id }
        On(save.succeeded, to: .idle) { me in
          me.likes += 1
          me.emit(liked, 1)
        }
        On(save.failed, to: .idle) { $0.id += 900 }
      }
    }
  }

  var laws: Chart { AtMost(1, .sent(liked), "an item is liked once") }
}

struct ChildTests {
  private let machine = Machine(Shelf.self, name: "shelf", variant: "one", summary: "a shelf")

  private func effects(_ stimulus: Stimulus, _ snapshot: inout Snapshot) -> [Effect] {
    machine.step(&snapshot, stimulus).flatMap(\.effects)
  }

  private func loaded(_ count: Int = 3) -> Snapshot {
    var (snapshot, _) = machine.open()
    _ = effects(.send(input: "load", .int(count)), &snapshot)
    return snapshot
  }

  private func item(_ id: Int, likes: Int = 0, _ state: String = "idle") -> Value {
    ["id": .int(id), "likes": .int(likes), "liking": .enumeration(state, [])]
  }

  @Test("a list is told as what its rows are; what a row did before it stood in it is not told")
  func created() {
    var (snapshot, _) = machine.open()
    #expect(
      effects(.send(input: "load", 2), &snapshot) == [
        .set(field: "items", old: [], new: .list([item(100), item(101)]))
      ])
    #expect(machine.fields(of: snapshot).map(\.path) == ["items", "best", "total", "last"])
    #expect(machine.fields(of: snapshot).first?.value == .list([item(100), item(101)]))
  }

  @Test("a row is named by its position, also after it moved, and its identity names it as well")
  func moved() {
    var snapshot = loaded()
    #expect(
      effects(.send(input: "rotate", nil), &snapshot) == [
        .set(
          field: "items", old: .list([100, 101, 102].map { item($0) }), new: .list([101, 102, 100].map { item($0) }))
      ])
    #expect(
      effects(.tap(control: "items[#100].like", nil), &snapshot) == [
        .moved(region: "items[2].liking", from: "idle", to: "executing"), .requested(service: "save", input: 100),
      ])
    #expect(machine.field(at: "items[2].id", of: snapshot)?.value == 100)
    #expect(machine.field(at: "items[#102].id", of: snapshot)?.value == 102)
    #expect(machine.field(at: "items[3].id", of: snapshot) == nil)
    #expect(machine.field(at: "items[#7].id", of: snapshot) == nil)
    #expect(machine.regions(of: snapshot, at: "items[2]").map(\.state) == ["executing"])
  }

  @Test("what a row sends reaches its parent: its code at once, its chart by an event")
  func outputs() {
    var snapshot = loaded()
    _ = effects(.tap(control: "items[1].like", nil), &snapshot)
    #expect(
      effects(.advance(milliseconds: nil), &snapshot) == [
        .replied(service: "save", outcome: .ok, value: true),
        .moved(region: "items[1].liking", from: "executing", to: "idle"),
        .set(field: "items[1].likes", old: 0, new: 1), .output(subject: "items[1].liked", value: 1),
        .set(field: "total", old: 0, new: 1), .set(field: "last", old: "", new: "row 1"),
      ])
  }

  @Test("a row that left its list while a reply is under way lives on as detached, and nobody hears it")
  func detached() {
    var snapshot = loaded()
    _ = effects(.tap(control: "items[0].like", nil), &snapshot)
    _ = effects(.send(input: "drop", nil), &snapshot)
    #expect(machine.field(at: "items[#100].id", of: snapshot) == nil)
    #expect(
      effects(.advance(milliseconds: nil), &snapshot) == [
        .replied(service: "save", outcome: .ok, value: true),
        .moved(region: "detached items[#100].liking", from: "executing", to: "idle"),
        .set(field: "detached items[#100].likes", old: 0, new: 1),
        .output(subject: "detached items[#100].liked", value: 1),
      ])
    #expect(snapshot.normalised(machine.program).instanceCount == snapshot.instanceCount)
  }

  @Test("a detached row keeps the name that it left with, though its identity is set")
  func renamed() throws {
    var snapshot = loaded()
    _ = effects(.tap(control: "items[0].like", nil), &snapshot)
    _ = effects(.send(input: "drop", nil), &snapshot)
    let request = try #require(snapshot.requests.first)
    #expect(
      effects(.reply(request: request.name.text, .fail, "no"), &snapshot) == [
        .replied(service: "save", outcome: .fail, value: "no"),
        .moved(region: "detached items[#100].liking", from: "executing", to: "idle"),
        .set(field: "detached items[#100].id", old: 100, new: 1000),
      ])
  }

  @Test("a weak reference to a row that goes becomes nil, with a notification")
  func weak() {
    var snapshot = loaded()
    #expect(effects(.send(input: "praise", nil), &snapshot) == [])
    #expect(effects(.send(input: "rotate", nil), &snapshot).count == 1)
    _ = effects(.send(input: "rotate", nil), &snapshot)
    _ = effects(.send(input: "rotate", nil), &snapshot)
    let dropped = effects(.send(input: "drop", nil), &snapshot)
    #expect(dropped.last == .output(subject: "bestGone", value: .null))
  }

  @Test("a tap on a row gives its list the position, and a row that is not there is refused")
  func taps() {
    var snapshot = loaded()
    #expect(
      effects(.tap(control: "items[#102]", nil), &snapshot) == [.set(field: "last", old: "", new: "selected 2")])
    #expect(
      effects(.tap(control: "items[9].like", nil), &snapshot) == [
        .refused(name: "items[9].like", reason: "there is no such row, 'items' has 3")
      ])
  }

  @Test("a row's field is assigned by position or identity")
  func assigned() {
    var snapshot = loaded()
    #expect(
      effects(.assign(field: "items[#101].likes", 4), &snapshot).first
        == .set(field: "items[1].likes", old: 0, new: 4))
    #expect(machine.properties(of: snapshot).filter(\.isBroken).map(\.name) == ["the total counts all likes"])
  }

  @Test("a row's law is broken by the row, and says where it stands")
  func law() {
    var snapshot = loaded(2)
    for _ in 0..<2 {
      _ = effects(.tap(control: "items[1].like", nil), &snapshot)
      let said = effects(.advance(milliseconds: nil), &snapshot)
      guard said.contains(.set(field: "items[1].likes", old: 1, new: 2)) else { continue }
      #expect(said.last == .broken(property: "items[1]: an item is liked once"))
    }
  }

  @Test("stepping a snapshot with rows and stepping its normal form give the same turns")
  func normalForm() {
    var snapshot = loaded(4)
    let acts: [Stimulus] = [
      .tap(control: "items[0].like", nil), .send(input: "rotate", nil), .send(input: "drop", nil),
      .tap(control: "items[#100].like", nil), .send(input: "load", 1), .send(input: "drop", nil),
      .advance(milliseconds: nil), .send(input: "praise", nil), .send(input: "drop", nil),
    ]
    for act in acts {
      var normal = snapshot.normalised(machine.program)
      let expected = effects(act, &snapshot)
      #expect(effects(act, &normal) == expected)
      #expect(normal.canonicalBytes(machine.program) == snapshot.canonicalBytes(machine.program))
    }
  }
}
