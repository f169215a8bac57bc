import ViewModels

/// The machine of the examples in `Documentation/Semantics.md`: a command of each policy, and a list of children.
struct Counter: ViewModel {
  struct Model: ModelType, Hashable {
    var isOpen = true
    var waiting = 0
    var tickets: [Ref<Ticket>] = []
    var stamped = 0
  }

  let isOpen = Field(\.isOpen)
  let waiting = Field(\.waiting)
  let tickets = Field(\.tickets, key: \Ticket.Model.number)
  let open = Guard("the counter is open", \.isOpen, reads: \.isOpen)
  let save = Command<Bool, String>(.ignore, after: .seconds(1), prefixed: true) { _ in .ok("done") }
  let upload = Command<Bool, String>(.queue, after: .seconds(1), prefixed: true) { _ in .ok("done") }
  let search = Command<Bool, String>(.restart, after: .seconds(1), prefixed: true) { _ in .ok("done") }
  let ping = Command<Bool, String>(.concurrent, after: .seconds(1), prefixed: true) { _ in .ok("done") }
  let draw = Input<Int>()
  let next = Input()

  var chart: Chart {
    Run(save, enabled: open) { $0.isOpen }
    Run(upload, queued: waiting) { $0.isOpen }
    Run(search) { $0.isOpen }
    Run(ping) { $0.isOpen }
    Observe(tickets.sends(\.stamp.success)) { me, _ in me.stamped += 1 }
    Region("hall") {
      On(draw) { me, count in
        let first = me.tickets.count
        me.tickets += (0..<count).map { index in me.make(Ticket.self) { $0.number = 41 + first + index } }
      }
      On(next) { $0.tickets.removeFirst() }
      State(.idle)
    }
  }

  var screen: Screen {
    Screen("Counter") {
      Button(save, "Save", enabled: isOpen)
      List(tickets, "ticket") { Button($0.stamp, "Stamp") }
    }
  }

  static let machine = Machine(Counter.self, name: "counter", variant: "one", summary: "commands and children")
}

/// A child of the counter: it is stamped by a command of its own.
struct Ticket: ViewModel {
  struct Model: ModelType, Hashable {
    var number = 0
  }

  let number = Field(\.number)
  let stamp = Command<Int, Bool>(after: .seconds(2)) { _ in .ok(true) }

  var chart: Chart { Run(stamp) { $0.number } }
}
