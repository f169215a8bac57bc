import ViewModels

/// A ferry that takes cars and mail at once, and has a lamp that goes out by itself.
struct Ferry: ViewModel {
  struct Model: ModelType, Hashable {}

  let cross = Input()
  let post = Input()
  let light = Input()
  let cars = Service<Int, Int>(after: .milliseconds(500), timeout: Timeout(after: .seconds(2), "fog")) { .ok($0) }
  let mail = Service<Int, Int>(after: .milliseconds(800)) { .ok($0) }

  var chart: Chart {
    Parallel("ferry") {
      Region("deck") {
        State(.idle) { On(cross, to: .executing) }
        State(.executing) {
          Invoke(cars) { _ in 3 }
          On(cars.succeeded, to: .idle)
          On(cars.failed, to: "sunk")
          On(cars.error, to: "lost")
        }
        State("sunk")
        State("lost") { On(cross, to: .executing) }
      }
      Region("hold") {
        State(.idle) { On(post, to: .executing) }
        State(.executing) {
          Invoke(mail) { _ in 5 }
          On(mail.succeeded, to: .idle)
          On(mail.failed, to: .idle)
          On(mail.error, to: .idle)
        }
      }
      Region("lamp") {
        State("dark") { On(light, to: "lit") }
        State("lit") {
          On(light, to: "broken")
          After(.seconds(1), to: "dark")
        }
        State("broken")
      }
    }
  }

  var laws: Chart {
    Invariant("it does not sink") { !$0.isIn("sunk") }
    Invariant("it is not lost") { !$0.isIn("lost") }
    Invariant("the lamp is whole") { !$0.isIn("broken") }
    EveryOne(of: .requested(mail), endsIn: .replied(mail), "mail arrives")
    None(of: .replied(cars), after: .replied(mail), until: .requested(cars), "cars leave before the mail")
  }

  var screen: Screen {
    Screen("Ferry") {
      Button(cross, "Cross")
      Button(post, "Post")
      Button(light, "Light")
    }
  }

  static let machine = Machine(Self.self, name: "ferry", variant: "one", summary: "A ferry")
}
