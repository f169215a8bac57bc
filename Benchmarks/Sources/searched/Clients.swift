import ViewModels

/// How many clients there are.
protocol Clientele: Sendable {
  static var count: Int { get }
}

enum OneClient: Clientele { static var count: Int { 1 } }
enum TwoClients: Clientele { static var count: Int { 2 } }
enum ThreeClients: Clientele { static var count: Int { 3 } }
enum FourClients: Clientele { static var count: Int { 4 } }
enum FiveClients: Clientele { static var count: Int { 5 } }

/// The model of W4, no part of the generic type: a key path of one is made anew at each use.
struct ClientsModel: ModelType, Hashable {
  var clock = 0
  var isLocked = false
  var retries0 = 0
  var retries1 = 0
  var retries2 = 0
  var retries3 = 0
  var retries4 = 0
}

/// W4: clients that each log in with up to two retries, of whom one may execute at a time, and only before the
/// clock shows 3.
struct Clients<K: Clientele>: ViewModel {
  typealias Model = ClientsModel

  static var templateName: String { "Clients" }

  let tick = Input()
  let next0 = Input()
  let next1 = Input()
  let next2 = Input()
  let next3 = Input()
  let next4 = Input()
  let fail0 = Input()
  let fail1 = Input()
  let fail2 = Input()
  let fail3 = Input()
  let fail4 = Input()
  let mayExecute = Guard("it is free, and not too late", reads: \.isLocked, \.clock) { !$0.isLocked && $0.clock < 3 }

  private typealias Retries = WritableKeyPath<Model, Int> & Sendable
  private var all: [(next: Input<Void>, fail: Input<Void>, retries: any Retries)] {
    let clients: [(Input<Void>, Input<Void>, any Retries)] = [
      (next0, fail0, \.retries0), (next1, fail1, \.retries1), (next2, fail2, \.retries2), (next3, fail3, \.retries3),
      (next4, fail4, \.retries4),
    ]
    return clients.prefix(K.count).map { ($0.0, $0.1, $0.2) }
  }

  var chart: Chart {
    Parallel("clients") {
      Region("clock") { State(.idle) { On(tick) { $0.clock = ($0.clock + 1) % 4 } } }
      for (number, client) in all.enumerated() { region("client\(number)", client.next, client.fail, client.retries) }
    }
  }

  private func region(_ name: Name, _ next: Input<Void>, _ fail: Input<Void>, _ retries: any Retries) -> Part<Self> {
    let again: Body = { me in
      me[dynamicMember: retries] = me[dynamicMember: retries] < 2 ? me[dynamicMember: retries] + 1 : 0
    }
    return Region(name) {
      State(.idle) { On(next, to: .validating) }
      State(.validating) {
        On(next, to: .executing, when: mayExecute) { $0.isLocked = true }
        On(fail, to: .failed)
      }
      State(.executing) {
        On(next, to: .succeeded) { $0.isLocked = false }
        On(fail, to: .error) { $0.isLocked = false }
      }
      State(.succeeded) { On(next, to: .idle) { $0[dynamicMember: retries] = 0 } }
      State(.failed) { On(next, to: .idle, again) }
      State(.error) { On(next, to: .idle, again) }
    }
  }

  var screen: Screen {
    Screen("Clients") {
      Button(tick, "Tick")
      buttons
    }
  }

  private var buttons: [ScreenPart] { all.flatMap { [Button($0.next, "Next"), Button($0.fail, "Fail")] } }

  static var machine: Machine {
    Machine(Self.self, name: "clients", variant: "\(K.count)", summary: "Clients that log in, one at a time")
  }
}
