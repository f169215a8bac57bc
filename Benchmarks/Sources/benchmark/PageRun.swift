import Gallery
import Statecharts
import SwiftYardsticks
import Traces
import ViewModels

/// W8, W8t, W9 and W11: `login@fixed` driven through its screen, as a person, a transcript or a search does it.
enum PageRun {
  static let machine = machine("login@fixed")

  static func machine(_ title: String) -> Machine { Gallery.machines.first { $0.title == title }! }

  /// What is driven in turn. Names and passwords alternate, so that each set changes something.
  static let stimuli: [[ViewModels.Stimulus]] = [cycle("aaaaaa", "aaaaaa"), cycle("bbbbbbb", "bbbbbb")]

  private static func cycle(_ name: String, _ password: String) -> [ViewModels.Stimulus] {
    [
      .set(control: "name", .string(name)), .set(control: "password", .secret(.string(password))),
      .tap(control: "login", nil), .reply(request: "authenticate", .ok, nil), .advance(milliseconds: 1000), .back,
    ]
  }

  /// Drives so many steps and hands what each one did to `visit`.
  static func drive(_ steps: Int, isRecording: Bool = true, _ visit: ([Turn], _ start: Int) -> Void) -> Snapshot {
    var stepper = Stepper(machine, from: machine.open().snapshot)
    stepper.isRecording = isRecording
    for step in 0..<steps {
      let start = stepper.time
      visit(stepper.step(stimuli[step / 6 % 2][step % 6]), start)
    }
    return stepper.snapshot
  }

  /// W8: the time that passed in so many steps.
  static func onEngine(_ steps: Int) -> Int {
    let end = drive(steps, isRecording: false) { _, _ in }
    precondition(end.fault == nil && end.time == steps / 6 * 1000)
    return end.time
  }

  /// W8t: the bytes of all lines.
  static func printed(_ steps: Int) -> Int {
    var bytes = 0
    let printer = OutputPrinter()
    _ = drive(steps) { turns, start in
      for line in printer.output(of: turns, since: start).lines { bytes += line.text.utf8.count }
    }
    return bytes
  }

  /// The same by hand: the bytes of all lines; 0 when nothing is said.
  static func byHand(_ steps: Int, saying isSaying: Bool) -> Int {
    var bytes = 0
    let page = isSaying ? LoginPageByHand { bytes += $0.utf8.count } : LoginPageByHand(say: nil)
    drive(page, steps) { _ in }
    return isSaying ? bytes : page.state.successes
  }

  static func drive(_ page: LoginPageByHand, _ steps: Int, _ visit: (LoginPageByHand) -> Void) {
    for step in 0..<steps {
      let isFirst = step / 6 % 2 == 0
      switch step % 6 {
      case 0: page.setName(isFirst ? "aaaaaa" : "bbbbbbb")
      case 1: page.setPassword(isFirst ? "aaaaaa" : "bbbbbb")
      case 2: page.tapLogin()
      case 3: page.replyOK(session: "s-1")
      case 4: page.advance(1000)
      default: page.back()
      }
      visit(page)
    }
  }
}
