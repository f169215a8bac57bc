import Exploration
import Transcripts
import ViewModels

/// A search in Promela for Spin: states are labels, steps are options, findings are assertions. A trail prints its
/// script.
struct PromelaText {
  private let export: SearchExport
  private let file: String
  private var graph: SearchedGraph { export.graph }

  init(_ export: SearchExport, file: String) {
    self.export = export
    self.file = file
  }

  var lines: [String] {
    head + [""] + definitions + promises + ["active proctype machine() {"]
      + graph.steps.indices.flatMap(lines(ofState:)) + ["}"]
  }

  // MARK: The head

  private var head: [String] {
    let name = (file.split(separator: "/").last.map(String.init) ?? file).asShellWord
    let bounds = [
      "This is \(export.machine.title) for Spin, with every state and step of a search: a trail is a script.", "",
    ]
    let checked =
      export.verdicts.isEmpty ? [] : ["", "What can be checked, and what signalbox found:"] + export.verdicts
    let check = "spin -DCHECK=n -a \(name)"
    let promise = [
      "a promise        \(check) && gcc -o pan pan.c && ./pan -a -m\(depth * 4)", "",
    ]
    let uses =
      [
        "", "count states     spin -a \(name) && gcc -DSAFETY -o pan pan.c && ./pan -m\(depth)",
        "check number n   \(check) && gcc -DSAFETY -DBFS -o pan pan.c && ./pan",
      ] + (graph.promises.isEmpty ? [] : promise.dropLast())
      + ["print its script spin -DCHECK=n -t -B \(name)   (type it after the commands under 'begins with')"]
    return ["/*"] + (bounds + export.head + uses + checked).map { $0.isEmpty ? "" : "   \($0.asComment)" } + ["*/"]
  }

  /// More than the steps of any path.
  private var depth: Int { max(10_000, graph.steps.count + 1) }

  // MARK: What is checked

  private var definitions: [String] {
    [
      "#ifndef CHECK", "#define CHECK 0", "#endif", "#define breaks(number) assert(CHECK != number)", "",
    ]
  }

  /// `enter` notes which promise parts hold after a step, and its time.
  private var promises: [String] {
    guard !graph.promises.isEmpty else { return [] }
    let liveness = graph.promises.indices.filter { graph.promises[$0].promise.limit == nil }.flatMap(liveness)
    let timed = graph.promises.indices.filter { graph.promises[$0].promise.limit != nil }.flatMap(timed)
    let otherwise = [
      "#ifndef enter", "#define enter(bits, ms) skip", "#define nothing_more false", "#endif",
      "#ifndef nothing_known", "#define nothing_known false", "#endif", "",
    ]
    return ["int facts = \(facts(of: 0));", ""] + liveness + timed + otherwise
  }

  private func number(_ promise: Int) -> Int { export.properties.stateCount + promise + 1 }

  /// Holds on every run on which time passes infinitely often or nothing waits.
  private func liveness(_ promise: Int) -> [String] {
    [
      "#if CHECK == \(number(promise))", "bit passes;",
      "#define enter(bits, ms) facts = bits; passes = (ms > 0)",
      "#define nothing_more passes = 1", "#define nothing_known passes = 0",
      "ltl promise { ([]<> (passes == 1)) -> [] (\(holds(promise)) -> <> \(isKept(promise))) }",
      "#endif", "",
    ]
  }

  private func timed(_ promise: Int) -> [String] {
    guard let limit = graph.promises[promise].promise.limit else { return [] }
    let states = graph.promises[promise]
    let first = states.holds[0] && !states.isKept[0] ? 0 : -1
    return [
      "#if CHECK == \(number(promise))", "int waited = \(first);   /* milliseconds; -1 where nothing is promised */",
      "#define enter(bits, ms) facts = bits; \\",
      "  if :: waited >= 0 -> waited = waited + ms; assert(waited <= \(limit)) :: else fi; \\",
      "  if :: \(isKept(promise)) -> waited = -1 :: !\(isKept(promise)) && \(holds(promise)) && waited < 0 -> waited = 0 :: else fi",
      "#define nothing_more assert(waited < 0)", "#endif", "",
    ]
  }

  private func holds(_ promise: Int) -> String { "((facts >> \(promise * 2)) & 1)" }
  private func isKept(_ promise: Int) -> String { "((facts >> \(promise * 2 + 1)) & 1)" }

  private func facts(of state: Int) -> Int {
    graph.promises.enumerated().reduce(0) { bits, entry in
      let (index, states) = entry
      return bits | (states.holds[state] ? 1 : 0) << (index * 2) | (states.isKept[state] ? 2 : 0) << (index * 2)
    }
  }

  // MARK: States

  private func lines(ofState state: Int) -> [String] {
    let steps = graph.steps[state].map(line(of:))
    let options = steps + ends(ofState: state)
    return ["\(label(state)):"] + (options.isEmpty ? ["  false;"] : ["  if"] + options + ["  fi;"])
  }

  /// The end of a state at rest, or of a state that was not expanded.
  private func ends(ofState state: Int) -> [String] {
    guard !graph.promises.isEmpty else { return [] }
    if graph.isAtRest[state] {
      return ["  :: d_step { nothing_more; printf(\"# nothing more is done\\n\") } -> goto \(label(state))"]
    }
    return graph.steps[state].isEmpty ? ["  :: nothing_known -> goto \(label(state))"] : []
  }

  /// Spin accepts a final state only at a label that begins with `end`.
  private func label(_ state: Int) -> String { graph.steps[state].isEmpty ? "end\(state)" : "S\(state)" }

  private func line(of step: SearchedGraph.Step) -> String {
    let said = "printf(\"\(export.commands[step.command].asPromelaText)\\n\")"
    let broken = export.properties.numbers(of: step.findings).map { "breaks(\($0))" }
    let entered = graph.promises.isEmpty ? [] : ["enter(\(facts(of: step.target)), \(step.milliseconds))"]
    let actions = [said] + broken + entered
    let statement = actions.count == 1 ? said : "d_step { \(actions.joined(separator: "; ")) }"
    return "  :: \(statement) -> goto \(label(step.target))"
  }
}

extension String {
  /// The text escaped for `printf`, and cut because Spin cannot read longer texts.
  fileprivate var asPromelaText: String {
    let text = utf8.reduce(into: [UInt8]()) { text, byte in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "%"): text += [byte, byte]
      default: text.append(byte)
      }
    }
    return text.count > Self.longestText
      ? "# a command that is too long for Spin" : String(decoding: text, as: UTF8.self)
  }

  private static var longestText: Int { 1_500 }

  fileprivate var asComment: String {
    split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
  }
}
