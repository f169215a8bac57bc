import Exploration
import Traces
import ViewModels

/// A search as a module of TLA+, for TLC: a table of the steps out of each state. Promises are not in it.
struct TLAText {
  private let export: SearchExport
  private let name: String
  private var graph: SearchedGraph { export.graph }

  /// - Parameter file: What it is written to, which TLC wants to be called like the module.
  init(_ export: SearchExport, file: String) {
    self.export = export
    name = String((file.split(separator: "/").last ?? "").dropLast(".tla".count))
  }

  /// Whether a module can be called so.
  static func isName(_ name: some StringProtocol) -> Bool {
    name.utf8.contains { $0.isLetter } && name.utf8.allSatisfy { $0.isIdentifierPart }
  }

  var lines: [String] {
    let remarks =
      ["This is \(export.machine.title) for TLC, with every state and step of a search: a trace is a script.", ""]
      + export.head
      + ["", "check everything that \(name).cfg lists: java -cp tla2tools.jar tlc2.TLC -deadlock \(name)"]
      + ["", "What can be checked, and what signalbox found:"] + export.verdicts
    return ["---- MODULE \(name) ----"] + remarks.map { $0.isEmpty ? "\\*" : "\\* \($0.asASCII)" } + [""]
      + ["EXTENDS Integers, Sequences", "VARIABLES state, command, breaks", ""]
      + ["Commands == <<"] + separated(export.commands.map { "  \($0.asTLAString)" }) + [">>", ""]
      + ["\\* By state: the command, the next state and what breaks, of each step.", "Steps == <<"]
      + separated(graph.steps.map { "  <<\($0.map(text(of:)).joined(separator: ", "))>>" }) + [">>", ""]
      + behaviour + properties.map { "\($0.name) == [][\($0.number) \\notin breaks']_vars" } + ["===="]
  }

  /// What TLC reads beside the module: states differ by their number alone, and each property is a line that can be taken out.
  var configuration: [String] {
    ["SPECIFICATION Spec", "VIEW Number"] + properties.map { "PROPERTY \($0.name)" }
  }

  private var properties: [(name: String, number: Int)] {
    export.properties.all.indices.map { ("Property\($0 + 1)", $0 + 1) }
  }

  private var behaviour: [String] {
    [
      "vars == <<state, command, breaks>>",
      "Number == state",
      "Init == state = 1 /\\ command = \(export.beginning.joined(separator: "; ").asTLAString) /\\ breaks = {}",
      "Next == \\E i \\in DOMAIN Steps[state] :",
      "  /\\ command' = Commands[Steps[state][i][1]]",
      "  /\\ breaks' = Steps[state][i][3]",
      "  /\\ state' = Steps[state][i][2]",
      "Spec == Init /\\ [][Next]_vars", "",
    ]
  }

  /// TLA+ counts from 1.
  private func text(of step: SearchedGraph.Step) -> String {
    let broken = export.properties.numbers(of: step.findings).map(\.description).joined(separator: ", ")
    return "<<\(step.command + 1), \(step.target + 1), {\(broken)}>>"
  }

  private func separated(_ lines: [String]) -> [String] {
    lines.enumerated().map { $0.offset == lines.count - 1 ? $0.element : $0.element + "," }
  }
}

extension String {
  /// The text with what is not ASCII as `\u{786E}`, which the console reads in quotes.
  fileprivate var asASCII: String {
    unicodeScalars.reduce(into: "") {
      $0 += $1.isASCII ? String($1) : "\\u{\(String($1.value, radix: 16, uppercase: true))}"
    }
  }

  fileprivate var asTLAString: String {
    let text = asASCII.utf8.reduce(into: [UInt8]()) { text, byte in
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    return "\"\(String(decoding: text, as: UTF8.self))\""
  }
}
