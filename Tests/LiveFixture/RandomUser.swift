import Foundation
import Live
import SeededRandom
import ViewModels

/// Someone who types, taps and waits at random.
@MainActor
struct RandomUser {
  nonisolated static let canary = "canary"

  let live: Live<Till>
  var random: SplitMix64

  init(_ client: Client, recorder: LiveRecorder, seed: UInt64) {
    random = SplitMix64(seed: seed)
    live = Live(till, recorder: recorder, seed: seed % 3) { world in
      world.answer(\.signIn) { try await Self.ask(client, "signIn/\($0.user)/\($0.password.revealed)").secret }
      world.answer(\.search) { try await Self.ask(client, "search/\($0)") }
      world.answer(\.pay) { try await Self.ask(client, "pay/\($0)") }
      world.answer(\TillLine.reserve) { try await Self.ask(client, "reserve/\($0)") }
      world.answer(\Receipt.load) { try await Self.ask(client, "load/\($0.utf8.count)") }
    }
  }

  private static func ask(_ client: Client, _ path: String) async throws -> String {
    let (status, text) = try await client.get("/" + path.filter { $0 != " " })
    switch status {
    case 200: return text
    case 409: throw Rejected(text)
    default: throw Failure(text)
    }
  }

  mutating func act(_ steps: Int) async throws {
    for _ in 0..<steps {
      act()
      if random.below(3) == 0 { try await Task.sleep(for: .milliseconds(random.below(12))) }
    }
    try await Task.sleep(for: .milliseconds(25))
  }

  mutating func act() {
    switch random.below(16) {
    case 0, 1: live.user = ["ann", "b ob", ""][random.below(3)]
    case 2: live[text: \.password] = "opensesame"
    case 3: live[text: \.password] = "\(Self.canary)\(random.below(1_000))"
    case 4, 5: live.signIn()
    case 6: live.query = "q\(random.below(9))"
    case 7: live.search()
    case 8: live.search.cancel()
    case 9: live.pay()
    case 10: live.add()
    case 11: if let line = live.lines.last { line.reserve() }
    case 12:
      if random.below(2) == 0 { live.remove() } else if live.route.pages.isEmpty { live.open() } else { goBack() }
    case 13: if random.below(2) == 0 { live.open() } else { live.close() }
    case 14: live.route.alert = nil
    default: if live.route.alert != nil { live.dismiss("OK") } else { live.back() }
    }
  }
}

extension RandomUser {
  private func goBack() { live.route.pages.removeLast() }
}

extension String {
  fileprivate var secret: Secret<String> { Secret(self) }
}
