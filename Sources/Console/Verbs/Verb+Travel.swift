import Exploration
import Statecharts
import Traces

extension Verb {
  static let undo = Verb(
    "undo", .travel, [Parameter("N|COMMAND", .count, isOptional: true)],
    summary: "take back the last command, or the last N",
    explanation:
      "With the beginning of a COMMAND the last one that begins like that is taken back, with all that came after it. "
      + "Nothing is lost: 'redo' does them again, and typing something else opens a branch and keeps them.",
    action: .perform { (session, arguments) throws(Mistake) in
      var probe = arguments
      if !probe.isAtEnd(), !(probe.scanner.next?.isDigit ?? true) {
        let command = try arguments.rest("a command")
        return try session.undo(through: command.text, column: command.column)
      }
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.undo(count, column: column)
    })

  static let redo = Verb(
    "redo", .travel, [Parameter("N", .count, isOptional: true)],
    summary: "do the last undone command again, or the last N",
    explanation: "It follows the branch that was undone last.",
    action: .perform { (session, arguments) throws(Mistake) in
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.redo(count, column: column)
    })

  static let jump = Verb(
    "jump", .travel, [Parameter("N|[last] when EXPRESSION", .expression)],
    summary: "go to the end of command N, or to where something first held",
    explanation:
      "The prompt shows the number of the next command, 'trace' lists all numbers; 'jump 0' is the start. You can jump to what was "
      + "undone as well. 'jump when EXPRESSION' goes to the first command after which the expression holds, 'jump last when "
      + "EXPRESSION' to the last; 'help expressions' lists what can be written.",
    action: .perform { (session, arguments) throws(Mistake) in
      let word = try arguments.word("a number, or 'when'")
      if word.text.utf8.allSatisfy(\.isDigit), let depth = Int(word.text) {
        try arguments.end()
        return try session.jump(to: depth, column: word.column)
      }
      let isLast = word.name == "last"
      let when = isLast ? try arguments.word("'when'") : word
      guard when.name == "when" else { throw when.mistake(.notAStep(when.text)) }
      return try session.jump(to: isLast ? .last : .first, of: try arguments.expression())
    })

  static let branch = Verb(
    "branch", .travel, [Parameter("NAME", .newBranch)],
    summary: "name the current path",
    explanation: "Paths have numbers until they are named; 'branches' lists them, 'switch' goes to one.",
    action: .perform { (session, arguments) throws(Mistake) in
      var name = try arguments.rest("a name")
      name.text = name.text.escaped
      return try session.nameBranch(name)
    })

  static let branches = Verb(
    "branches", .travel, summary: "list the paths through this case",
    explanation:
      "The current one is marked with '*'; each is listed with its number of commands, its last command, and the command "
      + "after which it leaves the current one.",
    action: .look { (session, _) throws(Mistake) in
      let tree = try session.openRun().tree
      return TextTable(
        tree.branches.enumerated().map { index, branch in
          let depth = tree.depth(of: branch.tip)
          let mark = index == tree.current ? "*" : " "
          let last = depth == 0 ? "" : tree.command(of: branch.tip).truncated(toWidth: 40)
          let fork = index == tree.current ? "" : tree.forkTold(of: branch)
          return ["\(mark) \(branch.number)", branch.name ?? "", depth.counted("command"), last, fork]
        }
      ).lines
    })

  static let cases = Verb(
    "cases", .travel, summary: "list the cases of this session",
    explanation:
      "'open' and 'case' begin a new one and keep the one before; 'switch #2' returns to it. The current one is "
      + "marked with '*'; each is listed with its title, machine, number of commands, last command, and whether a file "
      + "holds them.",
    action: .look { (session, _) throws(Mistake) in
      _ = try session.openRun()
      return session.caseLines
    })

  static let `switch` = Verb(
    "switch", .travel, [Parameter("NAME", .branch)],
    summary: "go to the end of another path, or to another case",
    explanation:
      "NAME is a branch's name or number, as 'branches' lists them; a recording follows: it holds the new path from then on. "
      + "Or it is '#' and a case's number, as 'cases' lists them, or its title: the case goes on where it was left, and a "
      + "recording of another one ends.",
    action: .perform { (session, arguments) throws(Mistake) in
      return try session.switchBranch(try arguments.branch())
    })

  static let diff = Verb(
    "diff", .travel, [Parameter("BRANCH", .otherBranch)],
    summary: "show how another path differs, causes first",
    explanation:
      "BRANCH is a name or number, as 'branches' lists them. The path to the current state is a, the whole other path b. "
      + "What both begin with is not compared, and steps are counted from there. At most five causes are shown, gravest "
      + "first. 'signalbox diff' compares transcripts and traces.",
    action: .perform { (session, arguments) throws(Mistake) in
      return .talk(try session.differences(from: try arguments.branch()))
    })
}

extension ArgumentReader {
  /// Reads what is left of the line as an expression over the path of the open machine.
  mutating func expression() throws(Mistake) -> StateExpression {
    let machine = try scene().machine
    return try reading("an expression") { (text) throws(Mistake) in
      try StateExpression(text, of: machine, knowsTime: true)
    }
  }
}

extension CommandTree {
  /// Where a branch leaves the current one: the number of the last command of both.
  fileprivate func forkTold(of branch: Branch) -> String {
    let depth = depth(of: fork(of: branches[current].tip, branch.tip))
    return depth == 0 ? "forks at the start" : "forks after \(depth)"
  }
}

extension Verb {
  static let explore = Verb(
    "explore", .search,
    [
      Parameter("N", .count, isOptional: true), Parameter("OPTION…", .options(SearchOption.allCases), isOptional: true),
    ],
    summary: "search everything that can be done, up to N commands from here",
    explanation:
      "Tries every control with the samples that are declared, lets time pass, and lets commands come between; what breaks is "
      + "shown with a shortest script from here. The last line shows how far the search was complete. It takes options of 'signalbox "
      + "explore', which searches from the beginning and keeps what it finds.",
    action: .perform { (session, arguments) throws(Mistake) in
      let depth = try arguments.leadingCount()
      return .talk(try session.explored(depth: depth, try arguments.searchRequest(of: arguments.verb.options)))
    })

  static let fuzz = Verb(
    "fuzz", .search,
    [
      Parameter("SEED", .count, isOptional: true),
      Parameter("OPTION…", .options(SearchOption.ofWalks), isOptional: true),
    ],
    summary: "walk at random from here, and show what breaks",
    explanation:
      "20 walks of up to 100 commands make what 'explore' tries, and also let less time pass than until something is due. A script that "
      + "breaks something is shrunk until no command can be left out. SEED chooses the walks: one seed gives one answer. It takes options of "
      + "'signalbox fuzz', which walks from the beginning and keeps what it finds.",
    action: .perform { (session, arguments) throws(Mistake) in
      let seed = UInt64(try arguments.leadingCount() ?? 0)
      return .talk(try session.fuzzed(seed: seed, try arguments.searchRequest(of: arguments.verb.options)))
    })

  static let sweep = Verb(
    "sweep", .search,
    summary: "run the case again with faults, at edges of time and in other orders",
    explanation:
      "Each request of the case fails, errs, is not answered, is answered late or twice; where time passed, the case goes on just "
      + "before and after what came due; requests that were open at once are answered in every order. '=' is what was recorded, "
      + "'-' cannot be, and a red cell has the numbers of what it breaks. 'signalbox sweep' does the same to transcripts.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.swept())
    })

  static let path = Verb(
    "path", .search, targetParameters,
    summary: "show the shortest script from here to a state",
    explanation: targetExplanation + " 'goto' drives what 'path' shows.",
    action: .perform { (session, arguments) throws(Mistake) in
      switch try session.way(to: try arguments.target(session), try arguments.searchRequest(of: SearchOption.ofTargets))
      {
      case .found(let commands, let transition):
        .talk(
          commands.isEmpty
            ? ["this is the case already"]
            : commands + (transition.map { ["# transition \($0.title.escapedForDisplay)"] } ?? []))
      case .none(let text): .talk(text)
      }
    })

  static let targetExplanation =
    "It takes an expression ('help expressions' lists what can be written), which may be the name of a state, 'tap CONTROL "
    + "[VALUE]', which should become possible, a transition as 'coverage' names it, or 'uncovered' for the nearest transition that the "
    + "case has not taken. Controls are used with the samples that are declared. It takes options of 'explore' behind the target."

  private static let targetParameters = [
    Parameter("EXPRESSION|STATE|tap CONTROL|TRANSITION|uncovered", .expression),
    Parameter("OPTION…", .options(SearchOption.ofTargets), isOptional: true),
  ]

  static let goto = Verb(
    "goto", .search, targetParameters,
    summary: "drive the shortest script from here to a state",
    explanation: targetExplanation + " The commands are echoed, recorded and undone like typed ones.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else {
        throw Mistake(
          column: 1, sentence: "'goto' is for the prompt; a file has the commands that it drives, which 'path' tells",
          code: "E1005")
      }
      switch try session.way(to: try arguments.target(session), try arguments.searchRequest(of: SearchOption.ofTargets))
      {
      case .found(let commands, _):
        return commands.isEmpty ? .talk("this is the case already") : Reply(effects: [.drive(commands)])
      case .none(let text): return .talk(text)
      }
    })

  static let suggest = Verb(
    "suggest", .search,
    summary: "list what can be done now, and what it leads to",
    explanation:
      "Each command that a control, a sample or time offers, with the regions that it moves. What breaks a property comes first, then "
      + "what moves a region.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.suggestions())
    })

  static let compare = Verb(
    "compare", .search, [Parameter("VARIANT", .otherVariant), Parameter("N", .count, isOptional: true)],
    summary: "search for what another variant does differently, up to N commands from here",
    explanation:
      "VARIANT is a variant of the open machine, such as 'fixed' or 'login@fixed'. It is opened and given the commands that led "
      + "here, as far as it has them; then both are driven side by side with everything that either can take, and each difference "
      + "is shown with a shortest script from here. The last line shows how far the search was complete. 'signalbox compare' "
      + "searches from the beginning, with more to choose.",
    action: .perform { (session, arguments) throws(Mistake) in
      let variant = try arguments.word("a variant")
      let depth = try arguments.count()
      try arguments.end()
      return .talk(try session.compared(with: variant, depth: depth))
    })
}

extension ArgumentReader {
  /// Reads what stands before the options as the target of a search.
  mutating func target(_ session: Session) throws(Mistake) -> SearchTarget {
    let scene = try scene()
    return try readingBeforeOptions("a target") { (text) throws(Mistake) in
      try SearchTarget(text, of: scene) { () throws(Mistake) in try session.untakenTransitions() }
    }
  }
}
