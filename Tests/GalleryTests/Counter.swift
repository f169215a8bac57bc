import ViewModels

/// The machine of the examples in `Documentation/Commands.md`: a command of each policy, and a list of children.
enum Counter: ViewModel {
  struct Model: Hashable, Sendable {
    var isOpen = true
    var waiting = 0
    var tickets: [Ref<Ticket>] = []
    var stamped = 0
  }

  static let isOpen = Field("isOpen", \Model.isOpen)
  static let waiting = Field("waiting", \Model.waiting)
  static let tickets = Field("tickets", \Model.tickets, key: Ticket.number)
  static let stamped = Field("stamped", \Model.stamped)
  static let open = Guard<Model>("the counter is open", reads: [isOpen]) { $0.isOpen }

  static func command(_ name: String, _ policy: Command<Bool, String>.Policy) -> Command<Bool, String> {
    Command(
      name, Service("\(name)Call", after: .seconds(1)) { _ in .ok("done") }, policy, success: Subject("\(name)Done"),
      fail: Subject("\(name)Failed"), error: Subject("\(name)Broke"))
  }
  static let save = command("save", .ignore)
  static let upload = command("upload", .queue)
  static let search = command("search", .restart)
  static let ping = command("ping", .concurrent)
  static let all = [save, upload, search, ping]
  static let draw = Input<Int>("draw")
  static let next = Input<Void>("next")

  static let definition = Definition<Counter>(
    Model(), fields: [isOpen, waiting, tickets, stamped], inputs: all.flatMap(\.inputs) + [draw, next],
    subjects: all.flatMap(\.subjects)
  ) {
    Run(save, enabled: open) { $0.isOpen }
    Run(upload, queued: waiting) { $0.isOpen }
    Run(search) { $0.isOpen }
    Run(ping) { $0.isOpen }
    Uses(Ticket.self)
    Observe(tickets, Ticket.stamped) { me, _ in me[stamped] += 1 }
    Region("hall") {
      On(draw) { me, count in
        let first = me[tickets].count
        me[tickets] += (0..<count).map { index in
          me.make(Ticket.self) { ticket in me[ticket, Ticket.number] = 41 + first + index }
        }
      }
      On(next) { me, _ in me[tickets].removeFirst() }
      State(.idle)
    }
  }

  static let screen = Screen("Counter") {
    Button(save.execute, "Save", enabled: isOpen)
    List(tickets, "ticket") { Ticket.Button(Ticket.stamp.execute, "Stamp") }
  }

  static let machine = Machine(Counter.self, name: "counter", variant: "one", summary: "commands and children")
}

/// A child of the counter: it is stamped by a command of its own.
enum Ticket: ViewModel {
  struct Model: Hashable, Sendable {
    var number = 0
  }

  static let number = Field("number", \Model.number)
  static let stamped = Subject<Bool>("stamped")
  static let stamp = Command("stamp", Service<Int, Bool>("stampCall", after: .seconds(2)) { _ in .ok(true) }, success: stamped)

  static let definition = Definition<Ticket>(
    Model(), fields: [number], inputs: stamp.inputs, subjects: stamp.subjects
  ) {
    Run(stamp) { $0.number }
  }
}
