import Statecharts

/// What a service answers: `.ok(photo)`, `.error("timeout").after(.seconds(3))`, `.ok(photo).late`.
public struct Answer<Output: ValueConvertible>: Sendable {
  @usableFromInline
  private(set) var answer: ServiceAnswer

  /// Transport and business are fine.
  public static func ok(_ output: Output) -> Answer { Answer(answer: ServiceAnswer(.ok, output.value)) }
  /// The business says no, and why.
  public static func fail(_ reason: String) -> Answer { Answer(answer: ServiceAnswer(.fail, .string(reason))) }
  /// The transport broke.
  public static func error(_ message: String) -> Answer { Answer(answer: ServiceAnswer(.error, .string(message))) }
  /// It never comes; a time-out then ends the request.
  public static var never: Answer { Answer(answer: ServiceAnswer(nil)) }

  /// The answer after a time of its own; whole milliseconds count.
  public func after(_ delay: Duration) -> Answer { changed { $0.delay = delay.milliseconds } }
  /// The answer, and the same once more at the same instant; the second is late and tells nobody.
  public var twice: Answer { changed { $0.isTwice = true } }
  /// The answer, which comes even when nobody waits for it any more: after a cancel, or after the time-out.
  public var late: Answer { changed { $0.isLate = true } }

  private func changed(_ body: (inout ServiceAnswer) -> Void) -> Answer {
    var copy = self
    body(&copy.answer)
    return copy
  }
}
