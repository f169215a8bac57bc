import Foundation
import ViewModels

/// A shop's till: requests of every policy, rows that ask for themselves, pages, alerts, timers and secrets.
struct Till: ViewModel {
  struct Model: ModelType {
    var user = ""
    var password: Secret<String> = ""
    var token: Secret<String>?
    var query = ""
    var found: [String] = []
    var lines: [Ref<TillLine>] = []
    var waiting = 0
    var ticks = 0
    var canSignIn: Bool { !user.isEmpty && !password.revealed.isEmpty }
    var total: Int { lines.count * 3 + ticks }
  }

  let user = Field(\.user, samples: ["ann": "ann"])
  let password = Field(\.password, samples: ["right": "opensesame"])
  let token = Field(\.token)
  let query = Field(\.query)
  let found = Field(\.found)
  let lines = Field(\.lines)
  let waiting = Field(\.waiting)
  let ticks = Field(\.ticks)
  let canSignIn = Field(\.canSignIn, from: \.user, \.password)
  let total = Field(\.total)
  let signIn = Command<TillLogin, Secret<String>>(
    after: .milliseconds(20), timeout: Timeout(after: .milliseconds(30), "no answer"), prefixed: true
  ) { .ok(Secret("token of \($0.user)")) }
  let search = Command<String, String>(.restart, after: .milliseconds(20), prefixed: true) { .ok($0) }
  let pay = Command<Int, String>(.queue, after: .milliseconds(20), prefixed: true) { .ok("\($0)") }
  let add = Input()
  let remove = Input()
  let open = Input()
  let close = Input()
  let note = Input<Int>()
  let trap = Input()
  let closed = Input()
  let hasUser = Guard("there is a user", \.canSignIn, reads: \.user, \.password)
  let tick = Handler { me in me.ticks += 1 }

  var chart: Chart {
    Observe(user) { me, typed in
      let clean = typed.filter { $0 != " " }
      if clean != typed { me.user = clean }
    }
    Run(signIn, when: hasUser) { TillLogin(user: $0.user, password: $0.password) }
    Run(search) { $0.query }
    Run(pay, queued: waiting) { $0.lines.count }
    Region("till") {
      State(.idle)
      On(signIn.service.succeeded) { $0.token = $1 }
      On(search.service.succeeded) { me, found in me.found += [found] }
      On(add) { me in
        me.lines += [me.make(TillLine.self) { $0.number = me.lines.count }]
      }
      On(remove) { me in if !me.lines.isEmpty { me.lines.removeFirst() } }
      On(note) { _, number in Journal.write(number) }
      On(trap) { me in me.ticks = [Int]().first! }
    }
    Region("shop") {
      State("shut") { On(open, to: "open") }
      State("open") {
        OnEntry { $0.every(.milliseconds(7), tick) }
        OnExit { $0.cancel(tick) }
        On(close, to: "shut")
      }
    }
  }

  var screen: Screen {
    Screen("Till") {
      TextField(user, "User")
      SecureField(password, "Password")
      Button(signIn, "Sign in", enabled: canSignIn)
      TextField(query, "Search")
      Button(search, "Search")
      Button(pay, "Pay")
      Button(add, "Add")
      List(lines, "Lines") { line in
        Label(line.number, "Number")
        Button(line.reserve, "Reserve")
      }
      Alert("Not signed in", on: signIn.fail, ["OK"], closed)
      Alert("Not paid", on: pay.fail, ["OK"], closed)
      Push(Page("receipt", title: "Receipt"), on: pay.success)
    }
  }
}

struct TillLine: ViewModel {
  struct Model: ModelType {
    var number = 0
    var state = "free"
  }

  let number = Field(\.number)
  let state = Field(\.state)
  let reserve = Command<Int, String>(.concurrent, after: .milliseconds(20), prefixed: true) { .ok("\($0)") }

  var chart: Chart {
    Run(reserve) { $0.number }
    Region("line") {
      State(.idle)
      On(reserve.service.succeeded) { $0.state = $1 }
      On(reserve.service.failed) { $0.state = $1 }
    }
  }
}

struct Receipt: ViewModel {
  struct Model: ModelType {
    var text = "…"
  }

  let text = Field(\.text)
  let load = Service<String, String>(after: .milliseconds(20)) { .ok($0) }

  var chart: Chart {
    Region("receipt") {
      State("loading") {
        Invoke(load) { $0.text }
        On(load.succeeded, to: "shown") { $0.text = $1 }
        On(load.failed, to: "shown") { $0.text = $1 }
        On(load.error, to: "shown") { $0.text = $1 }
        After(.milliseconds(15), to: "shown") { $0.text = "later" }
      }
      State("shown")
    }
  }

  var screen: Screen {
    Screen("Receipt") { Label(text, "Text") }
  }
}

struct TillLogin: ValueConvertible {
  var user: String
  var password: Secret<String>

  init(user: String, password: Secret<String>) { (self.user, self.password) = (user, password) }

  var value: Value { ["user": user.value, "password": password.value] }

  init?(_ value: Value) {
    guard let user = value["user"].flatMap(String.init), let password = value["password"].flatMap(Secret<String>.init)
    else { return nil }
    self.init(user: user, password: password)
  }

  static var shape: Shape { .record }
}

let till = Machine(
  Till.self, name: "till", variant: "test", summary: "A till", page: "till", pages: [PageModel("receipt", Receipt.self)]
)

/// What began, told to the parent by the model itself, after the recorder wrote it.
enum Journal {
  nonisolated(unsafe) static var isOn = false

  static func write(_ number: Int) {
    guard isOn else { return }
    let line = Array("\(number)\n".utf8)
    _ = line.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
  }
}
