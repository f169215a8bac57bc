/// W2 by hand in Swift: a byte for each region, which is its own history.
public struct ParallelByHand {
  enum Event { case a, b, c, t, power }

  private var isOn = true
  private var leaves: (UInt8, UInt8, UInt8) = (0, 0, 0)
  public private(set) var count = 0

  /// Runs the cycle of ten events until so many have run.
  public static func run(_ events: Int) -> ParallelByHand {
    let cycle: [Event] = [.a, .b, .c, .t, .a, .t, .power, .power, .b, .c]
    let script = (0..<4000).map { cycle[$0 % 10] }
    var chart = ParallelByHand()
    var left = events
    while left > 0 {
      for event in script.prefix(left) { chart.step(event) }
      left -= script.count
    }
    return chart
  }

  @inline(never) private mutating func step(_ event: Event) {
    guard isOn else {
      if event == .power { isOn = true }
      return
    }
    switch event {
    case .a: ParallelByHand.advance(&leaves.0, &count)
    case .b: ParallelByHand.advance(&leaves.1, &count)
    case .c: ParallelByHand.advance(&leaves.2, &count)
    case .t:
      leaves.0 = leaves.0 == 0 ? 1 : 0
      leaves.1 = leaves.1 == 0 ? 1 : 0
      leaves.2 = leaves.2 == 0 ? 1 : 0
    case .power: isOn = false
    }
  }

  @inline(__always) private static func advance(_ leaf: inout UInt8, _ count: inout Int) {
    switch leaf {
    case 0: leaf = 1
    case 1:
      leaf = 2
      count &+= 1
    case 2: leaf = 3
    default: leaf = 0
    }
  }
}
