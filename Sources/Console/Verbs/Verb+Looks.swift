import Diagrams
import Exploration
import Statecharts
import Traces
import ViewModels

extension Verb {
  static let screen = Verb(
    "screen", .look, [Parameter("PAGE", .count, isOptional: true)],
    summary: "draw the simulated view, with each control's name beside it",
    explanation:
      "The first line is the navigation stack. Text fields are in brackets, buttons in parentheses; a button that "
      + "would refuse a tap is marked. Lists show ten rows per PAGE, counted from 1. An alert covers what is above it.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      let page = arguments.isAtEnd() ? nil : try arguments.word("a page")
      let number = try page?.count() ?? 1
      let drawing = ScreenDrawing(
        scene.machine.screen(of: scene.snapshot), page: number, width: session.options.width)
      if let page, number > drawing.pageCount { throw page.mistake(.notListed(number, count: drawing.pageCount)) }
      return drawing.lines
    })

  static let state = Verb(
    "state", .look, summary: "show the state of every region",
    explanation:
      "The state of a command's region is its phase: idle, validating, executing, succeeded, failed or error. Rows in "
      + "the same state share a line: 'items[0..<40].like'. A crashed machine is shown with its fault.",
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
      "\(valueExplanation) A law is checked for the whole case, and for what follows if only time passes: 'never "
      + "EXPRESSION', 'always EXPRESSION', 'P leads to Q [within DURATION]' or '\(RunLaw.restText)'. A loop back to "
      + "an earlier state counts as an endless run. See 'help expressions'.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      var rest = arguments
      let word = try rest.word("an expression")
      if word.text.utf8.first == UInt8(ascii: "$") {
        try rest.end()
        arguments = rest
        return try HelpText(session: session).lines(about: word)
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
    explanation: "'why COMMAND' shows the guards. Rows with the same status share a line: 'items[0..<40].like'.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let commands = scene.commands(withRows: true)
      guard !commands.isEmpty else { return ["\(scene.machine.title) has no commands"] }
      return RowTable(commands.map { ($0.name.text, [$0.phase ?? "", $0.verdict]) }).lines
    })

  static let properties = Verb(
    "properties", .look, summary: "list the machine's properties: which hold, are broken or were broken",
    explanation:
      "The command that makes a property false prints 'broken \"…\"', and again only after the property held in "
      + "between. 'was broken' means that a command of this case broke it, and it holds again. Rows that hold the "
      + "same law share a line.",
    action: .look { (session, _) throws(Mistake) in
      let run = try session.openRun()
      let properties = run.machine.properties(of: run.snapshot)
      let table = PropertyTable(properties, wereBroken: run.brokenProperties)
      return table.lines.isEmpty ? ["\(run.machine.title) states no properties"] : table.lines
    })

  static let requests = Verb(
    "requests", .look, summary: "list the requests under way",
    explanation:
      "Each is listed with its input, and when it is answered automatically or who must answer it; 'reply' answers it "
      + "now. After a cancel or a time-out it is listed while its service may still answer late.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let printer = ValuePrinter(.folded, names: scene.names)
      let rows = scene.machine.requests(of: scene.snapshot).map { request in
        let input = request.input == .null ? "" : printer.text(of: request.input, for: request.service.text)
        return [request.name.text, input, request.waiting]
      }
      return TextTable(rows).lines(or: "no request is under way")
    })

  static let timers = Verb(
    "timers", .look, summary: "list all waiting work, with source and due time",
    explanation: "It is listed in the order in which it will run. 'fire WORK' runs one piece next.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let work = scene.machine.work(of: scene.snapshot)
      return TextTable(work.map { [$0.name.text, $0.source.rawValue, dueText($0.dueIn)] }).lines(or: "nothing waits")
    })

  static let trace = Verb(
    "trace", .look, [Parameter("[--force] FILE", .file, isOptional: true)],
    summary: "show what happened, command by command; with FILE, save the trace",
    explanation:
      "Alone, it shows the last \(TraceText.longest) commands. The ending of FILE chooses the format: .trace.jsonl is "
      + "data for 'signalbox diff', .html a page with each step, its changes and its screen, .svg a timeline, .txt "
      + "and .mmd sequence charts. '--force' replaces an existing file.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let target = try arguments.savingTarget(of: session)
        let (text, mismatches) = try session.runText(RunFormat(file: target.name))
        return .saving(text, to: target, doubts: mismatches.map { "E5001: \($0)" })
      },
      alone: { (session, _) throws(Mistake) in try TraceText(run: try session.openRun()).lines(session.pace) }))

  static let blame = Verb(
    "blame", .look, [Parameter("FIELD|REGION", .path)],
    summary: "show which commands set a field, or moved a region, and why",
    explanation:
      "Each command is shown with the turns that did it, their causes, and how the chart moved. For a computed field, "
      + "it names the declared sources and shows what set those. A row, 'items[3].like' or 'items[#3238].like', is "
      + "followed from where it entered its list. The last \(TraceText.longest) are shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      let word = try arguments.word("a field or a region")
      let path = run.scene.path(named: word.text)
      let sources = FieldSources(ofFieldAt: Name(path), run.machine, run.snapshot)
      let head = sources.line.map { [$0.escapedForDisplay] } ?? []
      let subject = BlamedPath(path, from: sources, of: run)
      let lines = try TraceText(run: run, subject: subject).lines(session.pace)
      let names = ExpressionNames(run.machine)
      let wasThere = names.all.contains(Name(path)) || !lines.isEmpty && names.meaning(of: path) != nil
      guard run.scene.isFieldOrRegion(path) || wasThere else {
        let known = session.candidates(for: .path, of: arguments.verb, [], prefix: word.text).map(\.text)
        throw word.mistake(.unknown(.field, word.text, nearest: word.nearest(among: known)))
      }
      guard lines.isEmpty else { return head + lines }
      return head + ["no command has \(head.isEmpty ? "set" : "changed") \(path.escapedForDisplay)"]
    })

  static let diagram = Verb(
    "diagram", .look, [Parameter("FORMAT|[--force] FILE", .diagramFormat, isOptional: true)],
    summary: "draw the states and transitions; active states are marked",
    explanation:
      "Alone, it prints indented text: an active state has a '*' in front, with the number of instances if there are "
      + "several. FORMAT is text, mermaid, dot, svg or scxml. The ending of FILE chooses the format: .txt, .mmd, .dot, .gv, "
      + ".svg or .scxml. '--force' replaces an existing file.",
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
        let format =
          try arguments.isAtEnd()
          ? .text : arguments.word("a format").naming(.format, among: DiagramFormat.allCases, by: \.rawValue)
        return diagram.lines(format, width: session.options.width - 2)
      }))

  static let coverage = Verb(
    "coverage", .look, summary: "show which parts of the machine the case has covered, and which not",
    explanation:
      "It counts states, transitions, refusals, outcomes of services, timers and alerts, up to the current state. "
      + "'signalbox coverage' does so for transcripts.",
    action: .look { (session, arguments) throws(Mistake) in
      try arguments.end()
      let machine = try session.openScene().machine
      var coverage = Coverage(of: machine)
      try session.measureWatched(into: &coverage)
      return CoverageText([CoverageRow(machine, coverage)]).lines
    })
}

extension RequestState {
  /// An ended request may still be answered late.
  var waiting: String {
    let answer = dueIn.map(dueText) ?? answerer.map { "waits for \($0)" } ?? "waits for a reply"
    return isEnded ? "ended, \(answer)" : answer
  }
}

func dueText(_ milliseconds: Int) -> String {
  milliseconds <= 0 ? "due now" : "due in \(VirtualDuration(milliseconds: milliseconds).readable)"
}

extension Reply {
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
