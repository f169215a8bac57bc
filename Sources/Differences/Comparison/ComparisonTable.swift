import Traces

extension Reaction.Kind {
  /// The table of how reactions of each kind are compared and counted. `EffectTable` says how they are written.
  var comparison: KindComparison {
    switch self {
    case .crash: KindComparison(.fault)
    case .limit: KindComparison(.fault)
    case .broken: KindComparison(.fault)
    case .transition: KindComparison(.transition, isTallied: false)
    case .push: KindComparison(.transition)
    case .pop: KindComparison(.transition, canBeLacking: false)
    case .request: KindComparison(.request)
    case .reply: KindComparison(.request)
    case .cancelled: KindComparison(.request, canBeLacking: false)
    case .late: KindComparison(.request, canBeLacking: false)
    case .refused: KindComparison(.refusal, canBeLacking: false)
    case .field: KindComparison(.value, isTallied: false)
    case .output: KindComparison(.value)
    case .store: KindComparison(.value)
    case .log: KindComparison(.value)
    case .notify: KindComparison(.value, isTallied: false)
    case .alert: KindComparison(.value, changed: .text)
    case .alertClosed: KindComparison(.value, canBeLacking: false)
    case .hud: KindComparison(.value, changed: .text)
    case .hudClosed: KindComparison(.value, canBeLacking: false)
    case .tip: KindComparison(.value, changed: .text)
    case .tipClosed: KindComparison(.value, canBeLacking: false)
    case .timerStarted: KindComparison(.timing, isTallied: false)
    case .timerFired: KindComparison(.timing, isTallied: false)
    case .tie: KindComparison(.order, isTallied: false)
    }
  }
}

/// How reactions of one kind are compared and counted.
struct KindComparison {
  /// The class of one that only one side has.
  let differenceClass: DifferenceClass
  /// The class of one that both sides have with different payloads.
  let changeClass: DifferenceClass
  /// Whether it is counted over the whole run, so that 'one push instead of two' is said wherever the pushes stand.
  let isTallied: Bool
  /// Whether a version can be without it, so that it says so once. What is about the run itself is told at its place.
  let canBeLacking: Bool

  fileprivate init(
    _ differenceClass: DifferenceClass, changed changeClass: DifferenceClass? = nil, isTallied: Bool = true,
    canBeLacking: Bool = true
  ) {
    self.differenceClass = differenceClass
    self.changeClass = changeClass ?? differenceClass
    self.isTallied = isTallied
    self.canBeLacking = canBeLacking && differenceClass != .fault
  }
}
