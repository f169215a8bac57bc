import Foundation
import SignalboxTool
import ViewModels

/// The tool over machines of which one does something else in each process; for the tests of the second run.
@main
struct UnsteadyFixture {
  static func main() {
    SignalboxTool.run(
      machines: [
        Machine(Guests<Hashed>.self, name: "guests", variant: "hashed", summary: "names in the order of a set"),
        Machine(
          Guests<Sorted>.self, name: "guests", variant: "sorted", summary: "names in the order of letters",
          domains: [
            "few": SearchDomain(between: 1), "few": SearchDomain(rows: .all),
            "wrong": SearchDomain(values: ["greted": [.value(.string(""))]]),
          ]),
        Machine(
          Guests<Trapping>.self, name: "guests", variant: "trapping",
          summary: "an end of the process where hashing has a seed"),
      ], executable: "signalbox")
  }
}

/// Greets many guests, in an order of its own.
struct Guests<O: Order>: ViewModel {
  struct Model: ModelType, Hashable {
    var greeted = ""
    var isCounted = false
  }

  let greeted = Field(\.greeted)
  let isCounted = Field(\.isCounted)
  let count = Input()
  let greet = Input()

  var chart: Chart {
    Region("party") {
      State("quiet") {
        On(count) { $0.isCounted = true }
        On(greet, to: "loud") { me in
          me.greeted = O.ordered(Set((0..<20).map { "guest\($0)" })).joined(separator: " ")
        }
      }
      State("loud")
    }
  }

  var screen: Screen {
    Screen("party") {
      Button(count, "count")
      Button(greet, "greet")
    }
  }
}

protocol Order: Sendable {
  static func ordered(_ names: Set<String>) -> [String]
}

enum Hashed: Order {
  static func ordered(_ names: Set<String>) -> [String] { Array(names) }
}

enum Trapping: Order {
  static func ordered(_ names: Set<String>) -> [String] {
    if ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil { _exit(9) }
    return names.sorted()
  }
}

enum Sorted: Order {
  static func ordered(_ names: Set<String>) -> [String] { names.sorted() }
}
