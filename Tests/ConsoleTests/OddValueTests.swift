import Testing
import ViewModels

@testable import Console

/// A model of a number that is easily taken for another.
private struct Odd: ViewModel {
  struct Model: ModelType, Hashable {
    var ratio = 0.0
  }

  let divide = Input()
  let negate = Input()

  /// Read at run time, so that the processor divides: its nan is not the compiler's on every platform.
  static let zero = Double("0") ?? 1

  var chart: Chart {
    Region("odd") {
      On(divide) { $0.ratio = Odd.zero / Odd.zero }
      On(negate) { $0.ratio = -0.0 }
      State(.idle)
    }
  }
}

struct OddValueTests {
  @Test("a nan that is computed again is no change; minus zero is one")
  func numbers() throws {
    var session = Session(catalogue: Catalogue([Machine(Odd.self, name: "odd", variant: "one", summary: "odd values")]))
    _ = session.run("open odd")
    #expect(session.shown("send divide") == ["> send divide", "| ratio 0.0 -> nan"])
    #expect(session.shown("send divide") == ["> send divide"])
    #expect(session.shown("send negate") == ["> send negate", "| ratio nan -> -0.0"])
    #expect(session.shown("send divide") == ["> send divide", "| ratio -0.0 -> nan"])
  }
}
