import Diagrams
import Exploration
import Statecharts
import Traces
import ViewModels

extension Verb {
  static let screen = Verb(
    "screen", .look, [Parameter("PAGE", .count, isOptional: true)],
    summary: "draw the simulated view, each control's name beside it",
    explanation: "The first line is the navigation stack. Text fields stand in brackets, buttons in parentheses; a "
      + "button that would refuse a tap is marked. Long lists are shown ten rows at a time: PAGE counts from 1. An "
      + "alert covers what is above it.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      let page = try arguments.count() ?? 1
      return ScreenDrawing(scene.machine.screen(of: scene.snapshot), page: page, width: session.options.width).lines
    })

  static let state = Verb(
    "state", .look, summary: "show the state of every region",
    explanation:
      "The state of a command's region is its phase: idle, validating, executing, succeeded, failed or error. "
      + "Rows of a list whose regions are in the same state share a line: 'items[0..<40].like'. A crashed machine is shown with "
      + "its fault.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let regions = scene.machine.regions(of: scene.snapshot) + scene.machine.rowRegions(of: scene.snapshot)
      let fault = scene.snapshot.fault.map { ["crashed: \($0.escapedForDisplay)"] } ?? []
      guard !regions.isEmpty || !fault.isEmpty else { return ["\(scene.machine.title) has no regions"] }
      return RowTable(regions.map { ($0.region.text, [$0.state]) }).lines + fault
    })

  static let show = Verb(
    "show", .look, [Parameter("EXPRESSION|$NAME", .expression)],
    summary: "show the value of a field, an expression or a named value, or whether the case keeps a law",
    explanation:
      "\(valueExplanation) A secret is never shown. 'watch' shows each change as well. A law is asked of the whole case, and of "
      + "what time alone makes of it: 'never EXPRESSION', 'always EXPRESSION', 'P leads to Q [within DURATION]' or "
      + "'\(RunLaw.restText)'. A way that led back to where the case was counts as one that can be gone for ever.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      var rest = arguments
      let word = try rest.word("an expression")
      if word.text.utf8.first == UInt8(ascii: "$") {
        try rest.end()
        arguments = rest
        return try HelpText(session).lines(about: word)
      }
      let shown = try arguments.reading("an expression") { (text) throws(Mistake) in
        try ShownStatement(text, of: run.machine)
      }
      switch shown {
      case .value(let expression): return [run.text(of: expression)]
      case .law(let law): return [try run.keeps(law, session.pace).map(String.init) ?? "unknown"]
      }
    })

  static let commands = Verb(
    "commands", .look, summary: "list the commands: enabled, or why not",
    explanation:
      "'why COMMAND' shows the guards that decide, and the values they read. Rows of a list whose commands "
      + "have the same status share a line: 'items[0..<40].like'.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let commands = scene.commands(withRows: true)
      guard !commands.isEmpty else { return ["\(scene.machine.title) has no commands"] }
      return RowTable(commands.map { ($0.name.text, [$0.phase ?? "", $0.verdict]) }).lines
    })

  static let properties = Verb(
    "properties", .look, summary: "list the machine's properties: which hold, are broken or were broken",
    explanation:
      "The command that makes a property false prints 'broken \"…\"'. It is printed again only "
      + "after the property held in between. 'broken' is now; 'was broken' was printed by a command of this case, and holds again: a law "
      + "about the history may be broken by one turn alone. Rows of a list that hold the same law share a line.",
    action: .look { (session, _) throws(Mistake) in
      let run = try session.openRun()
      let properties = run.machine.properties(of: run.snapshot)
      let table = PropertyTable(properties, wereBroken: run.brokenProperties)
      return table.lines.isEmpty ? ["\(run.machine.title) states no properties"] : table.lines
    })

  static let requests = Verb(
    "requests", .look, summary: "list the requests under way",
    explanation:
      "Each with its input, and when it is answered automatically or who has it; 'reply' answers it now. One that "
      + "has ended, by a cancel or a time-out, is listed while its service may still answer late.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let requests = scene.machine.requests(of: scene.snapshot)
      guard !requests.isEmpty else { return ["no request is under way"] }
      let printer = ValuePrinter(.folded, names: scene.names)
      return TextTable(
        requests.map { request in
          let input = request.input == .null ? "" : printer.text(of: request.input, for: request.service.text)
          return [request.name.text, input, request.waiting]
        }
      ).lines
    })

  static let timers = Verb(
    "timers", .look, summary: "list all work that waits, with source and due time",
    explanation: "In the order in which it will run. 'fire WORK' runs one piece next, 'advance' goes to the next due "
      + "instant.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let work = scene.machine.work(of: scene.snapshot)
      guard !work.isEmpty else { return ["nothing waits"] }
      return TextTable(work.map { [$0.name.text, $0.source.rawValue, dueText($0.dueIn)] }).lines
    })

  static let trace = Verb(
    "trace", .look, [Parameter("[--force] FILE", .file, isOptional: true)],
    summary: "show what happened, command by command; with FILE, save the trace",
    explanation: "Alone it shows the last \(TraceText.longest) commands of the case. A trace file (.trace.jsonl) holds "
      + "every turn, for 'signalbox diff'. A FILE that ends in '.html' is a page with each step, what it changed and the screen "
      + "behind it, '.svg' is a timeline, and '.txt' and '.mmd' are sequence charts, as text "
      + "and for Mermaid. A file that exists stays as it is, unless '--force' replaces it.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let target = try arguments.savingTarget(of: session)
        let (text, mismatches) = try session.runText(RunFormat(file: target.name))
        return .saving(text, to: target, doubts: mismatches.map { "E5001: \($0)" })
      },
      alone: { (session, _) throws(Mistake) in try TraceText(try session.openRun()).lines(session.pace) }))

  static let blame = Verb(
    "blame", .look, [Parameter("FIELD|REGION", .path)],
    summary: "show which commands set a field, or moved a region, and why",
    explanation:
      "Each command of the case that did it, with the turns in which it happened, what caused them and where the chart "
      + "moved in them. Of a computed field it shows from which fields it is computed, if it declares them, and what set those. "
      + "A row, 'items[3].like' or 'items[#3238].like', is followed from where it came into its list. "
      + "The last \(TraceText.longest) are shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      let word = try arguments.word("a field or a region")
      let path = run.scene.path(named: word.text)
      let names = (run.scene.fields.map(\.path) + run.machine.regions(of: run.snapshot).map(\.region)).texts
      let sources = FieldSources(ofFieldAt: Name(path), run.machine, run.snapshot)
      let head = sources.line.map { [$0.escapedForDisplay] } ?? []
      let subject = BlamedPath(path, from: sources, of: run)
      let lines = try TraceText(run, about: subject).lines(session.pace)
      guard lines.isEmpty else { return head + lines }
      guard run.scene.isFieldOrRegion(path) || ExpressionNames(run.machine).all.contains(Name(path)) else {
        throw word.mistake(.unknown(.field, word.text, nearest: word.nearest(among: names)))
      }
      return head + ["no command has \(head.isEmpty ? "set" : "changed") \(path.escapedForDisplay)"]
    })

  static let diagram = Verb(
    "diagram", .look, [Parameter("FORMAT|[--force] FILE", .diagramFormat, isOptional: true)],
    summary: "draw the states and transitions; active states are marked",
    explanation:
      "Alone, it prints indented text: an active state has a '*' in front, with the number of instances that are in "
      + "it when there are several. FORMAT is text, mermaid, dot or svg. FILE is written in the format that its "
      + "name ends in: .txt, .mmd, .dot or .svg, which browsers show; one that exists stays as it "
      + "is, unless '--force' replaces it.",
    action: .saveOrLook(
      { (session, arguments) throws(Mistake) in
        let target = try arguments.savingTarget(of: session)
        guard let format = DiagramFormat(file: target.name) else {
          throw target.file.mistake(.unknown(.format, target.name, nearest: nil))
        }
        return .saving(try session.diagram().lines(format).map { $0 + "\n" }.joined(), to: target)
      },
      { (session, arguments) throws(Mistake) in
        let diagram = try session.diagram()
        let format = try arguments.isAtEnd() ? .text : arguments.diagramFormat()
        return diagram.lines(format, width: session.options.width - 2)
      }))

  static let coverage = Verb(
    "coverage", .look, summary: "show what of the machine the case has covered, and what not",
    explanation:
      "States, transitions, refusals, outcomes of services, timers and alerts are counted, on the way from the start of "
      + "the case to the current state. 'signalbox coverage' counts what transcripts take.",
    action: .look { (session, arguments) throws(Mistake) in
      try arguments.end()
      let machine = try session.openScene().machine
      var coverage = Coverage(of: machine)
      try session.measureWatched(into: &coverage)
      return CoverageText([CoverageRow(machine, coverage)]).lines
    })
}

extension RequestState {
  /// What it waits for; one that has ended is still to be answered late.
  var waiting: String {
    let answer = dueIn.map(dueText) ?? answerer.map { "waits for \($0)" } ?? "waits for a reply"
    return isEnded ? "ended, \(answer)" : answer
  }
}

/// `due in 1s`, or `due now`.
func dueText(_ milliseconds: Int) -> String {
  milliseconds <= 0 ? "due now" : "due in \(VirtualDuration(milliseconds: milliseconds).readable)"
}

extension Reply {
  /// A trace, a diagram or a picture is saved.
  static func saving(_ text: String, to target: FileArgument, doubts: [String] = []) -> Reply {
    Reply(
      lines: (doubts + ["saved to \(target.name.escapedForDisplay)"]).map(ReplyLine.talk),
      effects: [.save(SavedFile(.trace, target.name, text: text, replaces: target.replaces))])
  }
}

extension Session {
  fileprivate func diagram() throws(Mistake) -> Diagram {
    let scene = try openScene()
    return Diagram(scene.machine.title.text, of: scene.machine.program, scene.snapshot)
  }
}

extension ArgumentReader {
  fileprivate mutating func diagramFormat() throws(Mistake) -> DiagramFormat {
    let format = try word("a format").naming(.format, among: DiagramFormat.allCases, by: \.rawValue)
    try end()
    return format
  }
}
