import Console
import Statecharts
import Traces
import Transcripts

/// Where an error is: in a part of a request, or in a file; lines and columns count from 1.
struct ServePlace: Hashable, Sendable {
  var part: String
  var line: Int?
  var column: Int?

  init(in part: String, line: Int? = nil, column: Int? = nil) {
    (self.part, self.line, self.column) = (part, line, column)
  }

  var value: Value {
    let numbers = [("line", line), ("column", column)].compactMap { name, number in
      number.map { Member(name, .int($0)) }
    }
    return .record([Member("in", .string(part))] + numbers)
  }
}

/// An error as data.
struct ServeError: Error {
  var code: String
  var place: ServePlace?
  var message: String
  /// Commands or requests that would help.
  var help: [String]
}

extension ServeError {
  init(_ mistake: Mistake, of command: String, in part: String, line: Int? = nil) {
    self.init(
      code: mistake.code, place: ServePlace(in: part, line: line, column: mistake.column), message: mistake.sentence,
      help: Self.help(in: mistake.sentence, after: command))
  }

  init(_ error: any Error) {
    switch error {
    case let error as ServeError: self = error
    case let mistake as Mistake: self.init(mistake, of: "", in: "request")
    default:
      let diagnostic = Diagnostic.all(of: error)[0]
      let place = diagnostic.path.map {
        ServePlace(in: $0, line: diagnostic.place?.line, column: diagnostic.place?.column)
      }
      self.init(
        code: diagnostic.code, place: place, message: diagnostic.sentence,
        help: Self.help(in: diagnostic.sentence, after: ""))
    }
  }

  var value: Value {
    [
      "code": .string(code), "place": place?.value ?? .null, "message": .string(message),
      "help": .list(help.map(Value.string)),
    ]
  }

  /// The commands that a message quotes; without one, the help of the command's verb.
  private static func help(in message: String, after command: String) -> [String] {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    let commands = quoted.filter { verb(of: $0) != nil }
    if !commands.isEmpty { return commands.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    return [verb(of: command).map { "help \($0)" } ?? "help"]
  }

  private static func verb(of command: String) -> String? {
    command.split(separator: " ").first.flatMap { word in Verb.names.first { Name($0) == String(word) } }
  }
}

extension String {
  /// A name from a request, short enough for a message.
  var shownName: String { String(escapedForDisplay.prefix(40)) }
}
