import Testing

@testable import Transcripts

struct ExitCodeTests {
  @Test("the gravest answer wins: 70, 4, 2, 1, 3, 0")
  func gravity() {
    let order: [ExitCode] = [.agreed, .inconclusive, .differs, .badInput, .environment, .internalError]
    #expect(order.map(\.rawValue) == [0, 3, 1, 2, 4, 70])
    for (index, graver) in order.enumerated() {
      for other in order[...index] {
        #expect(graver.combined(with: other) == graver)
        #expect(other.combined(with: graver) == graver)
      }
    }
    #expect(ExitCode.gravest([]) == .agreed)
    #expect(ExitCode.gravest(order) == .internalError)
  }
}
