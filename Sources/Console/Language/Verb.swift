import Statecharts
import Traces

/// A word of the console language: one row of the table that parsing, help and completion read.
package final class Verb: Sendable {
  typealias Read = @Sendable (inout ArgumentReader) throws(Mistake) -> Command
  typealias Look = @Sendable (Session, inout ArgumentReader) throws(Mistake) -> [String]
  typealias Perform = @Sendable (inout Session, inout ArgumentReader) throws(Mistake) -> Reply

  /// What running the verb means.
  enum Action: Sendable {
    /// It reads a command that drives the machine.
    case drive(Read)
    /// It shows something and changes nothing.
    case look(Look)
    /// It changes the session.
    case perform(Perform)
    /// Without arguments it looks.
    case driveOrLook(Read, alone: Look)
    case performOrLook(Perform, alone: Look)
    /// Where a file is named it writes that, and else it looks.
    case saveOrLook(Perform, Look)
  }

  package let name: String
  package let task: Task
  /// The arguments in order.
  package let parameters: [Parameter]
  /// One line without a period.
  package let summary: String
  /// A paragraph, without line breaks.
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

  /// The arguments as help shows them: `CONTROL [VALUE]`.
  package var usage: String { parameters.map(\.description).joined(separator: " ") }

  /// The options of a search that it takes.
  var options: [SearchOption] {
    if case .options(let options)? = parameters.last?.kind { options } else { [] }
  }

  var isDriving: Bool {
    switch action {
    case .drive, .driveOrLook: true
    case .look, .perform, .performOrLook, .saveOrLook: false
    }
  }

  /// Whether what is typed for a control, a field, an event or a request can stand behind it.
  var takesValue: Bool { parameters.contains { $0.kind == .value } }

  /// Whether a transcript's case can hold the verb.
  package var isForTranscripts: Bool {
    switch action {
    case .drive, .driveOrLook: true
    case .look, .performOrLook, .saveOrLook: task == .look
    case .perform: false
    }
  }

  /// Reads the verb at the scanner.
  static func read(_ scanner: inout ValueScanner, _ source: ArgumentReader.Source) throws(Mistake) -> Verb {
    let column = scanner.column
    return try named(Word(text: scanner.word(), column: column), isTyped: source == .typed)
  }

  /// The verb that a word means at the prompt; nil for none.
  static func typed(_ word: String) -> Verb? { try? named(Word(text: word), isTyped: true) }

  /// The verb that a word means.
  ///
  /// - Parameter isTyped: Whether a prefix that only one verb has is enough.
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
  /// Words of other tools, and the verb that does it here.
  private static let synonyms: [(word: String, verb: String)] = [
    ("exit", "quit"), ("bye", "quit"), ("reset", "restart"), ("reopen", "restart"), ("load", "open"),
    ("click", "tap"), ("press", "tap"), ("wait", "advance"), ("sleep", "advance"), ("history", "trace"),
    ("machines", "open"), ("events", "commands"), ("run", "source"), ("continue", "source"), ("accept", "review"),
  ]

  /// The verb that a word of another tool means.
  static func meant(by word: String) -> String? {
    synonyms.first(where: { Name($0.word) == word })?.verb
  }
}

extension Verb {
  /// What a verb is for, as `help` groups them.
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

  /// The table's coarse division.
  package enum Group: String, CaseIterable, Sendable {
    case drive
    case look
    case travel
    case search
    case session
  }

  package var group: Group {
    switch task {
    case .open, .user, .program, .service, .time: .drive
    case .look: .look
    case .travel: .travel
    case .search: .search
    case .transcript, .session: .session
    }
  }
}

extension Verb {
  /// Every verb, in the order of the table.
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

  /// Their places in the table by name.
  static let numbers = all.reduce(into: NameTable()) { $0.insert(Name($1.name)) }

  /// The names of all verbs, which files hold in full.
  package static let names = all.map(\.name)
}
