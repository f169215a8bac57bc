/// W1 by hand in Swift: a switch over state and event behind a call.
public struct LoginByHand {
  enum State { case idle, validating, executing, succeeded, failed, error }
  enum Event { case submit, valid, invalid, ok, fail, reset }

  var state = State.idle
  public private(set) var count = 0
  public private(set) var attempts = 0
  var max = 1 << 60

  /// Runs the cycle of four events until so many have run.
  public static func run(_ events: Int) -> LoginByHand {
    let cycle: [Event] = [.submit, .valid, .ok, .reset]
    let script = (0..<4096).map { cycle[$0 % 4] }
    var login = LoginByHand()
    var left = events
    while left > 0 {
      for event in script.prefix(left) { login.step(event) }
      left -= script.count
    }
    return login
  }

  @inline(never) private mutating func step(_ event: Event) {
    switch (state, event) {
    case (.idle, .submit):
      if attempts < max {
        attempts &+= 1
        state = .validating
      }
    case (.validating, .valid): state = .executing
    case (.validating, .invalid): state = .failed
    case (.executing, .ok):
      if count < max {
        count &+= 1
        state = .succeeded
      }
    case (.executing, .fail): state = .error
    case (.succeeded, .reset), (.failed, .reset), (.error, .reset): state = .idle
    default: break
    }
  }
}
