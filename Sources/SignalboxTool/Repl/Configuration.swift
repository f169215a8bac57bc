import Console
import Files
import Terminal
import Traces
import Transcripts

/// The user's settings, from `~/.config/signalbox/config` or below `XDG_CONFIG_HOME`.
///
/// A line is a setting (`hints off`), `color auto|always|never`, `history on|off|LENGTH`, `machine NAME`, or `run
/// LINE`, a console line to run first. Empty lines and `#` comments are ignored.
struct Configuration {
  static let sizeLimit = 64 * 1024

  var settings = Settings()
  var color: ColorChoice?
  var historyLength = History.limit
  /// The initial machine if the command line names none.
  var opening: (text: String, place: LinePlace)?
  var lines: [(text: String, place: LinePlace)] = []
  private(set) var problems: [Diagnostic] = []

  init() {}

  /// A missing file is valid.
  init(path: String) {
    do {
      guard (try? realPath(path)) != nil else { return }
      let text = try readText(path, limit: Self.sizeLimit, lineLimit: Self.sizeLimit)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        read(String(line), at: LinePlace(path: path, line: index + 1))
      }
    } catch {
      problems.append(Diagnostic(error))
    }
  }

  static var standard: Configuration {
    let folder =
      environmentVariable("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 }
      ?? environmentVariable("HOME").map { "\($0)/.config" }
    return folder.map { Configuration(path: "\($0)/signalbox/config") } ?? Configuration()
  }

  private mutating func read(_ line: String, at place: LinePlace) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return }
    let value = words.count > 1 ? words[1] : ""
    if name == "run", !value.isEmpty { return lines.append((value, place)) }
    if name == "color", let choice = ColorChoice(rawValue: value) { return color = choice }
    if name == "history", let length = Self.historyLength(value) { return historyLength = length }
    if name == "machine", !value.isEmpty, !value.contains(" ") {
      // Makes an error's column point to the name.
      let place = LinePlace(path: place.path, line: place.line, shift: "machine".utf8.count - "open".utf8.count)
      return opening = ("open \(value)", place)
    }
    if let setting = Settings.Name(rawValue: name), value == "on" || value == "off" {
      return settings[setting] = value == "on"
    }
    let known = Settings.Name.allCases.map { "'\($0.rawValue) on|off'" }.joined(separator: ", ")
    problems.append(
      Diagnostic(
        code: "E1135", path: place.path, place: SourcePlace(line: place.line, column: 1),
        sentence: "'\(line.cutAsPath)' is not a setting; write \(known), 'color auto|always|never', "
          + "'history on|off|LENGTH' with a length from 1 to \(History.limit), 'machine NAME' or 'run LINE'"))
  }

  private static func historyLength(_ value: String) -> Int? {
    switch value {
    case "on": History.limit
    case "off": 0
    default: Int(value).flatMap { (1...History.limit).contains($0) ? $0 : nil }
    }
  }
}
