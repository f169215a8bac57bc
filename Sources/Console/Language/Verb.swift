import Statecharts
import Traces

/// A verb, used by parser, help and completion.
package final class Verb: Sendable {
  typealias Read = @Sendable (inout ArgumentReader) throws(Mistake) -> Command
  typealias Look = @Sendable (Session, inout ArgumentReader) throws(Mistake) -> [String]
  typealias Perform = @Sendable (inout Session, inout ArgumentReader) throws(Mistake) -> Reply

  enum Action: Sendable {
    case drive(Read)
    /// A query: shows something and changes nothing.
    case look(Look)
    /// Changes the session.
    case perform(Perform)
    /// A query if it has no arguments, otherwise a driving command.
    case driveOrLook(Read, alone: Look)
    case performOrLook(Perform, alone: Look)
    /// Writes a file if one is named, otherwise answers a query.
    case saveOrLook(Perform, Look)
  }

  package let name: String
  package let task: Task
  package let parameters: [Parameter]
  /// One line without a period.
  package let summary: String
  /// A paragraph without line breaks.
  package let explanation: String
  let action: Action

  init(
    _ name: String, _ task: Task, _ parameters: [Parameter] = [], summary: String, explanation: String, action: Action
  ) {
    self.name = name
    self.task = task
    self.parameters = parameters
    self.summary = summary
    self.explanation = explanation
    self.action = action
  }

  /// For example `CONTROL [VALUE]`.
  package var usage: String { parameters.map(\.description).joined(separator: " ") }

  var options: [SearchOption] {
    if case .options(let options)? = parameters.last?.kind { options } else { [] }
  }

  /// Reads a driving command; nil for other verbs.
  var read: Read? {
    switch action {
    case .drive(let read), .driveOrLook(let read, _): read
    case .look, .perform, .performOrLook, .saveOrLook: nil
    }
  }

  var isDriving: Bool { read != nil }

  var takesValue: Bool { parameters.contains { $0.kind == .value } }

  /// Whether a transcript may contain it.
  package var isForTranscripts: Bool {
    switch action {
    case .drive, .driveOrLook: true
    case .look, .performOrLook, .saveOrLook: task == .look
    case .perform: false
    }
  }

  static func read(_ scanner: inout ValueScanner, _ source: ArgumentReader.Source) throws(Mistake) -> Verb {
    let column = scanner.column
    return try named(Word(text: scanner.word(), column: column), isTyped: source == .typed)
  }

  /// Accepts a unique prefix.
  static func typed(_ word: String) -> Verb? { try? named(Word(text: word), isTyped: true) }

  /// - Parameter isTyped: Whether a unique prefix is enough.
  static func named(_ word: Word, isTyped: Bool) throws(Mistake) -> Verb {
    if let number = numbers[word.text] { return all[number] }
    let fitting = all.filter { $0.name.beginsWithBytes(of: word.text) }
    guard !fitting.isEmpty else {
      let nearest = meant(by: word.text) ?? NearestWord.find(word.text, among: all.map(\.name))
      throw word.mistake(.unknownVerb(word.text, nearest: nearest))
    }
    guard isTyped else { throw word.mistake(.abbreviatedVerb(word.text, full: fitting.map(\.name))) }
    guard fitting.count == 1 else { throw word.mistake(.ambiguousVerb(word.text, fitting.map(\.name))) }
    return fitting[0]
  }
}

extension Verb {
  /// Verbs of other tools.
  private static let synonyms: [(word: String, verb: String)] = [
    ("exit", "quit"), ("bye", "quit"), ("reset", "restart"), ("reopen", "restart"), ("load", "open"),
    ("click", "tap"), ("press", "tap"), ("wait", "advance"), ("sleep", "advance"), ("history", "trace"),
    ("machines", "open"), ("events", "commands"), ("run", "source"), ("continue", "source"), ("accept", "review"),
  ]

  static func meant(by word: String) -> String? {
    synonyms.first(where: { Name($0.word) == word })?.verb
  }
}

extension Verb {
  /// As `help` groups them.
  package enum Task: String, CaseIterable, Sendable {
    case open = "open a machine"
    case user = "be the user"
    case program = "be the program"
    case service = "be the service"
    case time = "let time pass"
    case look = "query"
    case travel = "travel in time"
    case search = "search"
    case transcript = "keep a transcript"
    case session = "this console"
  }
}

extension Verb {
  package static let all: [Verb] = [
    .open, .list, .restart,
    .set, .paste, .type, .compose, .commit, .erase, .focus, .blur, .pressReturn, .tap, .dismiss, .back,
    .send, .assign,
    .service, .reply,
    .advance, .hold, .fire, .settle, .break, .observers,
    .screen, .state, .fields, .show, .commands, .why, .properties, .requests, .timers, .trace, .blame, .watch, .observe,
    .diagram,
    .coverage,
    .undo, .redo, .jump, .branch, .branches, .cases, .switch, .diff,
    .explore, .fuzz, .sweep, .path, .goto, .suggest, .compare,
    .case, .record, .keep, .save, .review,
    .source, .settings, .help, .quit,
  ]

  static let numbers = all.reduce(into: NameTable()) { $0.insert(Name($1.name)) }

  package static let names = all.map(\.name)
}
