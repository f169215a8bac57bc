import Statecharts

/// A stimulus with what it is where the machine stands: no name is looked up again behind it.
///
/// It means something only where it was resolved. It is handed on without a copy.
package final class ResolvedStimulus: Sendable {
  package let stimulus: Stimulus
  /// How a trace names it.
  let cause: Cause
  let meaning: Meaning

  /// Not to be copied, so that who acts on it looks at it where it lies.
  enum Meaning: ~Copyable, Sendable {
    case move(Move)
    case refused(Refusal)
    /// Edits, each of which is resolved when its time has come.
    case edits(Performer.Rest)
  }

  /// Why it is no move; nil for one that is.
  var refused: Refusal? {
    switch meaning {
    case .refused(let refusal): refusal
    case .move: nil
    case .edits: nil
    }
  }

  /// The same as a person is told.
  package var refusal: String? { refused?.reason }

  init(_ stimulus: Stimulus, _ cause: Cause, _ meaning: consuming Meaning) {
    self.stimulus = stimulus
    self.cause = cause
    self.meaning = meaning
  }
}

extension View {
  /// Returns what a stimulus is here.
  package func resolved(_ stimulus: Stimulus) -> ResolvedStimulus {
    ResolvedStimulus(stimulus, machine.cause(of: stimulus), meaning(of: stimulus))
  }

  private func meaning(of stimulus: Stimulus) -> ResolvedStimulus.Meaning {
    switch stimulus {
    case .type(let control, let text) where !text.isEmpty: return .edits(.typing(text[...], into: control))
    case .erase(let control, let count):
      let length = textField(named: control).map { text(of: $0).count } ?? 0
      return .edits(.erasing(max(1, min(count, length)), from: control))
    default: break
    }
    do throws(Refusal) { return .move(try move(for: stimulus)) } catch { return .refused(error) }
  }
}
