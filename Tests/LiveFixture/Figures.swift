import Foundation
import Live
import SeededRandom
import ViewModels

/// Costs of `Live` beside those of the bare engine, in one process.
@MainActor
enum Figures {
  private static let stimuli: [Stimulus] = [
    .set(control: "user", "ann"), .set(control: "password", .secret("opensesame")), .tap(control: "add", nil),
    .set(control: "user", "bob"), .set(control: "query", "a"), .tap(control: "add", nil), .send(input: "remove", nil),
    .send(input: "remove", nil),
  ]

  private static func makeLive() -> Live<Till> {
    Live(till) { world in
      world.answer(\.signIn) { Secret($0.user) }
      world.answer(\.search) { $0 }
      world.answer(\.pay) { "\($0)" }
      world.answer(\TillLine.reserve) { "\($0)" }
      world.answer(\Receipt.load) { $0 }
    }
  }

  static func cost() {
    let rounds = 20_000
    var stepper = Stepper(till, from: till.open().snapshot)
    stepper.isRecording = false
    let bare = time { for _ in 0..<rounds { for stimulus in stimuli { stepper.step(stimulus) } } }
    let live = makeLive()
    _ = (live.user, live.total, live.canSignIn)
    let hosted = time {
      for _ in 0..<rounds {
        live.user = "ann"
        live.password = "opensesame"
        live.add()
        live.user = "bob"
        live.query = "a"
        live.add()
        live.remove()
        live.remove()
      }
    }
    let steps = Double(rounds * stimuli.count)
    print("bare \(Int(bare / steps)) ns, live \(Int(hosted / steps)) ns, \(hosted / bare) times")
  }

  /// The page of W8, without its laws: set, set, tap, reply, back.
  static func login() async {
    let rounds = 20_000
    let machine = Machine(Door.self, name: "door", variant: "test", summary: "")
    var stepper = Stepper(machine, from: machine.open().snapshot)
    stepper.isRecording = false
    let names = ["aaaaaa", "bbbbbbb"]
    let bare = time {
      for round in 0..<rounds {
        stepper.step(.set(control: "name", .string(names[round % 2])))
        stepper.step(.set(control: "password", .secret(.string(names[round % 2]))))
        stepper.step(.tap(control: "login", nil))
        stepper.step(.reply(request: "authenticate", .ok, nil))
        stepper.step(.back)
      }
    }
    let live: Live<Door> = Live(machine) { world in world.answer(\.authenticate) { $0 } }
    _ = (live.name, live.isComplete, live.phase(of: "login"))
    var (inputs, start) = (0.0, DispatchTime.now().uptimeNanoseconds)
    let whole = start
    for round in 0..<rounds {
      start = DispatchTime.now().uptimeNanoseconds
      live.name = names[round % 2]
      live[text: \.password] = names[round % 2]
      live.login()
      inputs += Double(DispatchTime.now().uptimeNanoseconds - start)
      while live.phase(of: "login") == .executing { await Task.yield() }
      start = DispatchTime.now().uptimeNanoseconds
      live.back()
      inputs += Double(DispatchTime.now().uptimeNanoseconds - start)
    }
    let all = Double(DispatchTime.now().uptimeNanoseconds - whole)
    let step = bare / Double(rounds * 5)
    print(
      "login: bare step \(Int(step)) ns, live input \(Int(inputs / Double(rounds * 4))) ns "
        + "(\(inputs / Double(rounds * 4) / step) times), whole round \(Int(all / Double(rounds))) ns")
  }

  static func memory() {
    let count = 2_000
    var steppers: [Snapshot] = []
    let before = used()
    for _ in 0..<count { steppers.append(till.open().snapshot) }
    let bare = used() - before
    var lives: [Live<Till>] = []
    for _ in 0..<count { lives.append(makeLive()) }
    let hosted = used() - before - bare
    print("snapshot \(bare / count) bytes, live \(hosted / count) bytes")
    withExtendedLifetime((steppers, lives)) {}
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
  }

  /// The resident memory in bytes.
  private static func used() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}

struct Door: ViewModel {
  struct Model: ModelType {
    var name = ""
    var password: Secret<String> = ""
    var isComplete: Bool { name.utf16.count > 5 && password.revealed.utf16.count > 5 }
  }

  let name = Field(\.name)
  let password = Field(\.password)
  let isComplete = Field(\.isComplete, from: \.name, \.password)
  let login = Input()
  let returned = Event<Void>()
  let success = Subject<String>()
  let authenticate = Service<String, String>(after: .seconds(1), timeout: Timeout(after: .seconds(60), "late")) {
    .ok($0)
  }

  var chart: Chart {
    Observe(name) { me, typed in
      let clean = typed.filter(\.isLetter)
      if clean != typed { me.name = clean }
    }
    Region("login") {
      State(.idle) { On(login, to: .executing) }
      State(.executing) {
        Invoke(authenticate) { $0.name }
        On(authenticate.succeeded, to: .succeeded, emit: success)
        On(authenticate.failed, to: .idle)
        On(authenticate.error, to: .idle)
      }
      State(.succeeded) { On(returned, to: .idle) }
    }
  }

  var screen: Screen {
    Screen("Door") {
      TextField(name, "Name")
      SecureField(password, "Password")
      Button(login, "Login", enabled: isComplete)
      Push(Page("home", title: "Home"), on: success)
      Reappeared(returned)
    }
  }
}
