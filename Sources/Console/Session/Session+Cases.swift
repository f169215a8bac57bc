import Traces
import ViewModels

/// The cases of a session: the present one, and those that were put aside when another began.
extension Session {
  /// Goes on with another case. The present one is put aside if anything was done in it.
  ///
  /// - Returns: What is said of it.
  mutating func begin(_ new: CaseRun) -> [ReplyLine] {
    let old = run
    run = new
    lastLook = nil
    guard let old, !old.tree.isEmpty else { return [] }
    let number = shelf.current
    shelf.putAside(old)
    let count = old.tree.depth.counted("command")
    return [.talk("case #\(number) is kept with its \(count); 'switch #\(number)' returns to it")]
  }

  /// Each case with its number, in the order in which they began.
  var numberedCases: [(number: Int, run: CaseRun)] {
    let aside = shelf.aside.map { (number: $0.number, run: $0.run) }
    guard let run else { return aside }
    let index = aside.firstIndex { $0.number > shelf.current } ?? aside.endIndex
    return aside[..<index] + [(shelf.current, run)] + aside[index...]
  }

  /// The number of the case that a word names: `#2`, or its title.
  func caseNumber(named word: String) -> Int? {
    if word.utf8.first == UInt8(ascii: "#"), let number = Int(word.dropFirst()) {
      return (run != nil && number == shelf.current) || shelf.entry(number) != nil ? number : nil
    }
    let title = Name(word)
    var numbers = shelf.aside.filter { $0.run.givenTitle.map { Name($0) == title } ?? false }.map(\.number)
    if let given = run?.givenTitle, Name(given) == title { numbers.append(shelf.current) }
    return numbers.count == 1 ? numbers[0] : nil
  }

  /// The words that name a case.
  var caseNames: [String] {
    numberedCases.map { "#\($0.number)" } + numberedCases.compactMap(\.run.givenTitle)
  }

  mutating func switchCase(to number: Int) throws(Mistake) -> Reply {
    let present = try openRun()
    guard number != shelf.current else { return .talk("this is case #\(number) already") }
    let ended = endRecording()
    guard let taken = try shelf.exchange(run ?? present, for: number, pace) else {
      return .talk("there is no case #\(number)")
    }
    run = taken
    lastLook = nil
    let depth = taken.tree.depth.counted("command")
    let title = taken.givenTitle.map { " '\($0.escapedForDisplay)'" } ?? ""
    var reply = ended
    reply.lines.append(.talk("case #\(number)\(title) of \(taken.machine.title), after \(depth)"))
    return reply
  }

  /// A line for each case: which is driven, its title, machine, commands, the last one, and whether a file holds it.
  var caseLines: [String] {
    let recorded = recordedNumbers
    return TextTable(
      numberedCases.map { number, run in
        let mark = number == shelf.current ? "*" : " "
        let last = run.tree.depth == 0 ? "" : run.tree.command(of: run.tree.position).truncated(toWidth: 30)
        return [
          "\(mark) #\(number)", run.title.escapedForDisplay.truncated(toWidth: 30), run.machine.title.text,
          run.tree.depth.counted("command"), last, recorded.contains(number) ? "recorded" : state(of: run),
        ]
      }
    ).lines
  }

  private func state(of run: CaseRun) -> String {
    if run.tree.depth == 0 { return "" }
    return run.unsavedCount == 0 ? "saved" : "in no file"
  }
}
