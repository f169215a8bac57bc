import Synchronization
import Testing

@testable import SignalboxTool

/// Ctrl-C, and what is printed behind it.
struct StopButtonTests {
  private final class Press: Sendable {
    let isOn = Atomic(false)
    func set(_ value: Bool) { isOn.store(value, ordering: .relaxed) }
    var button: StopButton {
      StopButton(isPressed: { self.isOn.load(ordering: .relaxed) }, release: { self.set(false) })
    }
  }

  @Test("one that a command heard is forgotten before its answer is printed; the next one cuts that")
  func heard() {
    let press = Press()
    let button = press.button
    #expect(!button.isHeard() && !button.takeHeard())
    press.set(true)
    #expect(button.isHeard() && button.isHeard())
    #expect(button.takeHeard() && !button.isOn && !button.takeHeard())
    press.set(true)
    #expect(button.isOn && !button.takeHeard() && button.isOn)
  }

  @Test("one that no command heard leaves out what is printed")
  func unheard() {
    let press = Press()
    let button = press.button
    press.set(true)
    #expect(!button.takeHeard() && button.isOn)
  }
}
