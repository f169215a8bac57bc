/// What the rest of a block costs from some places of its output on, and how the cheapest way begins there.
struct Ways {
  /// How a way goes on; of equally cheap moves the first is taken.
  enum Move: Int {
    /// A run takes the next lines, in some order.
    case window
    case match, leave, absorb, change, add

    var takesExpectation: Bool { self == .match || self == .change || self == .leave }
    var takesLine: Bool { self == .match || self == .change || self == .absorb || self == .add }
  }

  struct Step {
    var place: Int
    var cost: Int
    var move: Move

    func precedes(_ other: Step) -> Bool { (cost, move.rawValue) < (other.cost, other.move.rawValue) }
  }

  /// From the last place to the first.
  private(set) var steps: [Step] = []

  init() {}

  /// The ways of lines that nobody expects, as far as they cost no more than a limit.
  init(over lines: Range<Int>, each cost: Int, within limit: Int) {
    for place in (lines.lowerBound...lines.upperBound).reversed() {
      let step = Step(place: place, cost: (lines.upperBound - place) * cost, move: .add)
      if step.cost > limit { break }
      append(step)
    }
  }

  subscript(place: Int) -> Step? {
    let index = index(upTo: place)
    return index < steps.count && steps[index].place == place ? steps[index] : nil
  }

  /// The next place in front of another.
  func place(before place: Int) -> Int? {
    let index = index(upTo: place - 1)
    return index < steps.count ? steps[index].place : nil
  }

  mutating func append(_ step: Step) { steps.append(step) }

  /// Takes the steps of others where they are no dearer.
  mutating func take(_ others: Ways) {
    for step in others.steps {
      let index = index(upTo: step.place)
      if steps[index].place == step.place, step.precedes(steps[index]) { steps[index] = step }
    }
  }

  /// Where the first step stands whose place is not behind another; at once where no place in between is missing.
  private func index(upTo place: Int) -> Int {
    guard let last = steps.first?.place, place < last else { return 0 }
    var (low, high) = (0, min(last - place, steps.count))
    if high < steps.count, steps[high].place == place { return high }
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].place > place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
