import Files
import Testing

@Suite("Work side by side")
struct SideBySideTests {
  @Test("results stand in the order of the elements, however many workers there are", arguments: [1, 2, 3, 16])
  func order(workers: Int) {
    var states = Array(repeating: 0, count: workers)
    let results = mapSideBySide(Array(0..<100), &states) { element, state in
      state += 1
      return element * element
    }
    #expect(results == (0..<100).map { $0 * $0 })
    #expect(states.reduce(0, +) == 100)
  }

  @Test("each element is taken once each time, and a worker keeps its state for the next")
  func shares() {
    var states: [[Int]] = [[], []]
    for _ in 0..<2 { _ = mapSideBySide([1, 2, 3], &states) { element, state in state.append(element) } }
    #expect(states.joined().sorted() == [1, 1, 2, 2, 3, 3])
  }

  @Test("what comes first is done once, and changes no result", arguments: [1, 2, 3], [0, 1, 9])
  func first(workers: Int, elements: Int) {
    var states = Array(repeating: 0, count: workers)
    var begun = 0
    let results = mapSideBySide(Array(0..<elements), &states, first: { begun += 1 }) { element, _ in -element }
    #expect(begun == 1 && results == (0..<elements).map { -$0 })
  }

  @Test("no elements need no worker")
  func nothing() {
    var states = [0, 0]
    #expect(mapSideBySide([Int](), &states) { element, _ in element }.isEmpty)
  }
}
