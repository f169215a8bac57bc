import Traces
import ViewModels

extension Session {
  /// Makes a case active, and stores the old one unless it is empty. Returns notes about it.
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

  var numberedCases: [(number: Int, run: CaseRun)] {
    let aside = shelf.aside.map { (number: $0.number, run: $0.run) }
    guard let run else { return aside }
    let index = aside.firstIndex { $0.number > shelf.current } ?? aside.endIndex
    return aside[..<index] + [(shelf.current, run)] + aside[index...]
  }

  /// Accepts `#2` or a unique title.
  func caseNumber(named word: String) -> Int? {
    if word.utf8.first == UInt8(ascii: "#"), let number = Int(word.dropFirst()) {
      return (run != nil && number == shelf.current) || shelf.entry(number) != nil ? number : nil
    }
    let title = Name(word)
    let titled = numberedCases.filter { $0.run.givenTitle.map { Name($0) == title } ?? false }
    return titled.count == 1 ? titled[0].number : nil
  }

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

  /// With a mark, machine, commands, and whether a file contains it.
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
