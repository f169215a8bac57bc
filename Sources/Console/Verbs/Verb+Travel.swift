import Exploration
import Statecharts
import Traces

extension Verb {
  static let undo = Verb(
    "undo", .travel, [Parameter("N|COMMAND", .count, isOptional: true)],
    summary: "take back the last command, or the last N",
    explanation:
      "With COMMAND, it takes back the last command that begins with it, and all later ones. Nothing is lost: 'redo' repeats "
      + "them; another command opens a branch and keeps them.",
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
    summary: "repeat the last undone command, or the last N",
    explanation: "It follows the branch that was undone last.",
    action: .perform { (session, arguments) throws(Mistake) in
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.redo(count, column: column)
    })

  static let jump = Verb(
    "jump", .travel, [Parameter("N|[last] when EXPRESSION", .expression)],
    summary: "go to the end of command N, or to where an expression first held",
    explanation:
      "The prompt shows the number of the next command, 'trace' lists all; 'jump 0' is the start. You can also jump "
      + "to undone commands. 'jump when EXPRESSION' goes to the first command after which it holds, 'jump last when "
      + "EXPRESSION' to the last. See 'help expressions'.",
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
      try session.nameBranch(try arguments.name("a name"))
    })

  static let branches = Verb(
    "branches", .travel, summary: "list the paths through this case",
    explanation:
      "Each is listed with its number of commands, its last command, and where it leaves the current path; '*' marks "
      + "that one.",
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
      "Each is listed with its title, machine, number of commands, last command, and whether a file holds them; '*' "
      + "marks the current one. 'switch #2' goes to case 2.",
    action: .look { (session, _) throws(Mistake) in
      _ = try session.openRun()
      return session.caseLines
    })

  static let `switch` = Verb(
    "switch", .travel, [Parameter("NAME", .branch)],
    summary: "go to the end of another path, or to another case",
    explanation:
      "NAME is the name or number of a branch, '#' and the number of a case, or the title of a case. On a branch, a "
      + "recording continues with the new path. A case continues where it was left, and a recording of another case "
      + "ends.",
    action: .perform { (session, arguments) throws(Mistake) in
      try session.switchBranch(try arguments.name("a branch"))
    })

  static let diff = Verb(
    "diff", .travel, [Parameter("BRANCH", .otherBranch)],
    summary: "show how another path differs, causes first",
    explanation:
      "BRANCH is a name or number, as in 'branches'. The path to the current state is a, the whole other path b. "
      + "Their common beginning is not compared, and steps count from its end. At most five causes are shown, gravest "
      + "first. 'signalbox diff' compares transcripts and traces.",
    action: .perform { (session, arguments) throws(Mistake) in
      .talk(try session.differences(from: try arguments.name("a branch")))
    })
}

extension ArgumentReader {
  /// Reads an expression about one run.
  ///
  /// - Parameter what: The missing expression, for the error.
  mutating func expression(
    _ what: String = "an expression", acceptsValue: Bool = false
  ) throws(Mistake) -> StateExpression {
    let machine = try scene().machine
    return try reading(what) { (text) throws(Mistake) in
      try StateExpression(text, of: machine, knowsTime: true, acceptsValue: acceptsValue)
    }
  }
}

extension CommandTree {
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
      "It tries every control with its declared samples, lets time pass, and runs commands before due work. Each "
      + "finding has a shortest script from here. The last line shows how complete the search was. 'signalbox "
      + "explore' searches from the beginning and can save findings.",
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
      "20 walks of up to 100 commands make the moves of 'explore'; they may also stop the clock before work is due. A "
      + "script that breaks something is shortened until no command can be omitted. One SEED (default 0) always gives "
      + "the same walks. 'signalbox fuzz' walks from the beginning and can save findings.",
    action: .perform { (session, arguments) throws(Mistake) in
      let seed = try arguments.leadingSeed() ?? 0
      return .talk(try session.fuzzed(seed: seed, try arguments.searchRequest(of: arguments.verb.options)))
    })

  static let sweep = Verb(
    "sweep", .search,
    summary: "run the case again with faults, around due instants and in other orders",
    explanation:
      "Each request fails, errs, is never answered, or is answered late or twice. Where time passed, the case "
      + "continues just before and just after the due instant. Requests open at once are answered in every order. '=' "
      + "is the recorded answer, '-' is impossible; a red cell has the numbers of its findings. 'signalbox sweep' "
      + "does the same with transcripts.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.swept())
    })

  static let path = Verb(
    "path", .search, targetParameters,
    summary: "show the shortest script from here to a state",
    explanation: targetExplanation + " 'goto' runs the script.",
    action: .perform { (session, arguments) throws(Mistake) in
      switch try arguments.way(in: session) {
      case .found(let commands, let transition):
        .talk(
          commands.isEmpty
            ? ["this is the case already"]
            : commands + (transition.map { ["# transition \($0.title.escapedForDisplay)"] } ?? []))
      case .none(let text, let report): .talk(Session.Way.lines(text, report, options: SearchOption.ofTargets))
      }
    })

  static let targetExplanation =
    "The target is an expression or a state (see 'help expressions'); 'tap CONTROL [VALUE]', to make that possible; a "
    + "transition as 'coverage' names it; or 'uncovered', the nearest transition that the case has not taken. "
    + "Controls use their declared samples. Options of 'explore' may follow the target."

  private static let targetParameters = [
    Parameter("EXPRESSION|STATE|tap CONTROL|TRANSITION|uncovered", .expression),
    Parameter("OPTION…", .options(SearchOption.ofTargets), isOptional: true),
  ]

  static let goto = Verb(
    "goto", .search, targetParameters,
    summary: "run the shortest script from here to a state",
    explanation:
      "Target and options are those of 'path'. The commands are echoed, recorded and undone like typed ones.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else {
        throw Mistake(
          column: 1, sentence: "'goto' is for the prompt; in a file, write the commands that 'path' prints",
          code: "E1005")
      }
      switch try arguments.way(in: session) {
      case .found(let commands, _):
        return commands.isEmpty ? .talk("this is the case already") : Reply(effects: [.drive(commands)])
      case .none(let text, let report):
        return .talk(Session.Way.lines(text, report, options: SearchOption.ofTargets))
      }
    })

  static let suggest = Verb(
    "suggest", .search,
    summary: "list what can be done now, and what it changes",
    explanation:
      "Each command is shown with the regions it moves. Those that break a property come first, then those that move "
      + "a region.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.suggestions())
    })

  static let compare = Verb(
    "compare", .search, [Parameter("VARIANT", .otherVariant), Parameter("N", .count, isOptional: true)],
    summary: "search for what another variant does differently, up to N commands from here",
    explanation:
      "VARIANT is another variant of the open machine: 'fixed' or 'login@fixed'. It runs the commands of this case, "
      + "as far as it has them. Then both run side by side with every command that either accepts. Each difference "
      + "has a shortest script from here. 'signalbox compare' searches from the beginning, with more options.",
    action: .perform { (session, arguments) throws(Mistake) in
      let variant = try arguments.word("a variant")
      let depth = try arguments.count()
      try arguments.end()
      return .talk(try session.compared(with: variant, depth: depth))
    })
}

extension ArgumentReader {
  /// Reads a target and options, and searches for a script to it.
  fileprivate mutating func way(in session: Session) throws(Mistake) -> Session.Way {
    let scene = try scene()
    let target = try readingBeforeOptions("a target") { (text) throws(Mistake) in
      try SearchTarget(text, of: scene) { () throws(Mistake) in try session.untakenTransitions() }
    }
    return try session.way(to: target, try searchRequest(of: SearchOption.ofTargets))
  }
}
