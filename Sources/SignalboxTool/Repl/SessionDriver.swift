import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Hands lines to a session, performs its file effects and prints its replies.
///
/// What is recorded is in its file before its reply is printed.
final class SessionDriver {
  private(set) var session: Session { didSet { lastReading = nil } }
  let streams: Streams
  /// Whether a person types the lines: then a command is printed again only where it was expanded, and mistakes and broken
  /// properties do not count in the exit code.
  var isByHand = false
  /// Whether what is printed has colours.
  var usesColor = false
  private var recorder: Recorder
  private var exitCode = ExitCode.agreed
  private(set) var counts = SessionCounts()
  private(set) var hasQuit = false
  /// What the lines that a person typed or pasted mean, read one after the other.
  private(set) var copied = CopiedSession() { didSet { lastReading = nil } }
  /// The line that was read last in this state of the session.
  private var lastReading: Reading?
  /// After so many mistakes in a row, nothing that follows runs, unless a person types it.
  static let mistakeLimit = 100
  private var mistakesInARow = 0
  /// Whether a recording that fails ends the command.
  var recordsStrictly = false
  /// Whether the person stopped the last line, or waited for where it led, so that a file does not go on.
  private(set) var endsFile = false
  /// The names of values whose meaning a person was told.
  var toldNames: Set<String> = []
  /// Asks the person for a line; nil where nobody can be asked. It answers nil where the person gives no line.
  var ask: ((_ question: String) -> String?)?
  /// What runs when the person reviews a transcript; nil where nobody can be asked.
  var review: ((_ path: String) throws -> Void)?
  /// What is left of the last file that ran, where it stopped before its end.
  var rest = SourcedRest()
  /// Shows an answer in the user's pager; false where it did not, and the lines are to be printed.
  var page: (_ lines: [[LineColors.Part]]) throws(FileError) -> Bool = { _ in false }
  /// By which the person ends what runs.
  private(set) var stopButton = StopButton()
  /// Whether the person ended the last command.
  private var wasEnded = false
  /// Tells on a terminal how far a command is; nil where there is none.
  private let progress = ProgressLine()
  /// The file to record to as soon as a machine is open.
  private var pendingRecording: String?

  init(session: Session, streams: Streams, recorder: Recorder = Recorder()) {
    self.session = session
    self.streams = streams
    self.recorder = recorder
    watch()
  }

  /// Sees commands that run, and stops them by the button.
  func watch(_ button: StopButton = StopButton()) {
    let progress = progress
    stopButton = button
    session.watch = CommandWatch(isInterrupted: button.isPressed, isOver: button.isOver) {
      progress?.show($0)
    }
  }

  /// Runs what may take long.
  private func watched(_ body: () -> Reply) -> Reply {
    progress?.begin()
    defer {
      progress?.end()
      wasEnded = stopButton.takeHeard()
    }
    return body()
  }

  /// Runs a line that was typed; tells of a mistake and goes on.
  ///
  /// - Throws: that standard output cannot be written.
  func take(_ line: String, at place: LinePlace) throws {
    do {
      try takeOrThrow(line, at: place)
    } catch let mistake as Diagnostic {
      note(mistake)
    }
  }

  /// Runs the commands of a line that was typed; what stands behind a mistake, and behind a command that was stopped, does
  /// not run.
  ///
  /// - Throws: the mistake in it; that standard output cannot be written.
  func takeOrThrow(_ line: String, at place: LinePlace) throws {
    try takeOrThrow(session.read(line), at: place)
  }

  private func takeOrThrow(_ line: Session.ReadLine, at place: LinePlace) throws {
    endsFile = false
    let commands = line.commands
    for (index, command) in commands.enumerated() where index == 0 || !hasQuit {
      var place = place
      place.shift += command.shift
      let typed = commands.count == 1 ? command.text : nil
      let reply = watched { index == 0 ? session.run(line) : session.run(command.text) }
      try show(reply, to: command.text, echoedAs: typed, at: place)
      let left = commands.count - index - 1
      if endsFile, left > 0 { return try streams.say("  \(left.counted("command")) after it did not run") }
    }
  }

  /// Runs a line that was typed, or pasted from a session with its prompts and answers.
  ///
  /// - Throws: the mistake in it; that standard output cannot be written.
  func takeCopied(_ line: String, at place: LinePlace) throws {
    let reading = reading(of: line)
    copied = reading.copied
    if let command = reading.command {
      var place = place
      place.shift += command.shift
      return try takeOrThrow(command.line, at: place)
    }
    switch reading.meaning {
    case .machine(let reference): try open(reference, at: place)
    case .unreadable(let word): throw Diagnostic.directive(word, at: place)
    case .command, .nothing: break
    }
  }

  /// A line that was typed or pasted as the history may hold it; nil when nothing may.
  func historyLine(for line: String) -> String? {
    guard let command = reading(of: line).command, command.line.opening == nil else { return nil }
    return session.historyLine(for: command.line)
  }

  /// What may follow a line as it is typed; nothing for one that was copied with its prompt.
  func hint(for line: String) -> String? {
    guard session.options.settings[.hints], let command = reading(of: line).command, command.shift == 0 else {
      return nil
    }
    return session.hint(for: command.line)
  }

  /// The text, list or record that is open at the end of a line, so that the next line goes on with it; nil for none.
  func opening(of line: String) -> TypedLine.Opening? { reading(of: line).command?.line.opening }

  /// A line that is typed or pasted, read once: for its hint, for the history and to run it.
  private struct Reading {
    let text: String
    let meaning: CopiedSession.Meaning
    /// How the lines behind it are read.
    let copied: CopiedSession
    /// The commands in it, behind so many scalars; nil for a line without any.
    var command: (line: Session.ReadLine, shift: Int)?
  }

  private func reading(of line: String) -> Reading {
    if let lastReading, lastReading.text.hasBytes(of: line) { return lastReading }
    var copied = copied
    let meaning = copied.read(line)
    var reading = Reading(text: line, meaning: meaning, copied: copied)
    if case .command(let command, let shift) = meaning { reading.command = (session.read(command), shift) }
    lastReading = reading
    return reading
  }

  /// Runs a command of a file, which holds full verbs only.
  ///
  /// - Throws: the mistake in it; that standard output cannot be written.
  func takeFromFile(_ line: String, at place: LinePlace) throws {
    try show(watched { session.runFromFile(line) }, to: line, at: place)
  }

  /// Runs a command of a file; tells of a mistake and goes on.
  func takeFromFileAndGoOn(_ line: String, at place: LinePlace) throws {
    do {
      try takeFromFile(line, at: place)
    } catch let mistake as Diagnostic {
      note(mistake)
    }
  }

  /// Opens a machine as a case does, with the seed and the names that the run gives.
  func open(_ machine: Machine, for run: Script.Run) throws {
    let reply = session.open(machine, for: run.opening)
    try show(reply, to: "open \(machine.title)", at: LinePlace(path: machine.title.text, line: 1))
  }

  /// Records to a file: now, or as soon as a machine is open.
  func record(to file: String) throws {
    pendingRecording = file
    try startPendingRecording()
  }

  /// Goes on with a recording that the session's case stands in.
  func resumeRecording(to file: String) throws {
    try recorder.resume(entries: session.resumeRecording(to: file))
  }

  /// Whether a recording was begun.
  var hasRecorded: Bool { pendingRecording == nil }

  private func startPendingRecording() throws {
    guard let file = pendingRecording, session.machine != nil else { return }
    pendingRecording = nil
    let reply = session.run("record \(file.quoted)")
    if let mistake = reply.mistake { throw Diagnostic(mistake, path: file, line: 1) }
    _ = try perform(reply.effects)
  }

  /// Chooses about the prompt.
  func choose(_ settings: Settings) {
    session.options.settings = settings
  }

  /// How many columns talk may take from now on.
  func setWidth(_ columns: Int) {
    if session.options.width != columns { session.options.width = columns }
  }

  /// Names values from now on.
  func learn(_ opening: CaseOpening) {
    session.learn(opening.names)
  }

  /// Tells of what went wrong; the session goes on, and remembers the exit code.
  func note(_ diagnostic: Diagnostic) {
    streams.report(diagnostic)
    count(diagnostic)
    mistakesInARow += 1
    guard mistakesInARow == Self.mistakeLimit, !isByHand else { return }
    streams.report(
      Diagnostic(code: "E3004", sentence: "\(Self.mistakeLimit) mistakes in a row; what follows does not run"))
    hasQuit = true
  }

  /// Counts what was told otherwise.
  func count(_ diagnostic: Diagnostic) {
    exitCode = exitCode.combined(with: diagnostic.exitCode)
    counts.mistakes += 1
  }

  /// Ends the session and says what there was, in one line.
  func finish() throws -> ExitCode {
    let code = try end()
    try streams.say("  \(counts.summary)")
    try streams.flush()
    return code
  }

  /// Goes on after all.
  func stay() {
    hasQuit = false
  }

  /// Saves every case that no file holds, and says so.
  ///
  /// - Returns: Whether all of it was written; what was not, and that the person stopped it, is told.
  func saveAll(to argument: String) throws -> Bool {
    do {
      try show(watched { session.saveAll(to: argument) }, to: "", at: LinePlace(path: "answer", line: 1))
    } catch let mistake as Diagnostic {
      note(mistake)
    }
    return session.unsavedWork == nil
  }

  /// Ends the session, and its recording.
  func end() throws -> ExitCode {
    if session.isRecording { try show(session.endRecording(), to: "", at: LinePlace(path: "", line: 1)) }
    return isByHand && [.badInput, .differs].contains(exitCode) ? .agreed : exitCode
  }

  /// Performs what a reply asks for and prints it.
  ///
  /// - Parameter typed: What stands on the terminal as the only command of its line, which need not be printed again.
  private func show(_ reply: Reply, to line: String, echoedAs typed: String? = nil, at place: LinePlace) throws {
    endsFile = reply.wasInterrupted || wasEnded || !reply.met.isEmpty
    wasEnded = false
    if let mistake = reply.mistake {
      guard !reply.wasInterrupted else { return try streams.say("  \(mistake.sentence)") }
      throw Diagnostic(
        mistake, path: place.path, line: place.line, shift: place.shift, excerpt: session.disclosed(line))
    }
    mistakesInARow = 0
    if reply.echo != nil { counts.commands += 1 }
    if reply.hasCrashed { exitCode = exitCode.combined(with: .differs) }
    counts.crashes += reply.hasCrashed ? 1 : 0
    if !reply.broken.isEmpty { exitCode = exitCode.combined(with: .differs) }
    counts.broken += reply.broken.count
    let isDone = try perform(reply.effects)
    try say(reply, echoedAs: typed, isDone: isDone)
    try startPendingRecording()
    for effect in reply.effects {
      if case .read(let file, let bySteps) = effect { try echoing { try source(file, bySteps: bySteps) } }
      if case .readOn(let bySteps) = effect { try echoing { try goOn(bySteps: bySteps) } }
      if case .review(let file) = effect { try review(file) }
      if case .drive(let commands) = effect { try echoing { try drive(commands) } }
    }
    if let stop = reply.stop { try tell(stop, at: place) }
  }

  /// Says that a command was stopped: what the person wanted, or waited for, is talk, a limit that was reached is told as mistakes are.
  private func tell(_ stop: CommandStop, at place: LinePlace) throws {
    guard stop.isWanted else {
      let source = SourcePlace(line: place.line, column: 1 + place.shift)
      throw Diagnostic(stop, path: place.path, place: isByHand ? nil : source)
    }
    try streams.say("  \(stop.sentence)")
  }

  /// Performs the effects that write; false when one of them failed, so that what the reply claims is not so.
  ///
  /// Only a failure of the recording itself ends it.
  ///
  /// - Throws: that failure, where a recording is all that is wanted.
  private func perform(_ effects: [FileEffect]) throws -> Bool {
    for effect in effects {
      do {
        try perform(effect)
      } catch let error as FileError {
        if effect.isOfRecording { try endRecording(error) }
        note(effect.diagnostic(of: error))
        return false
      }
    }
    return true
  }

  private func endRecording(_ failure: FileError) throws {
    // What stands in the file is whole; a file that takes nothing more cannot say so.
    try? recorder.stop()
    session.recordingFailed()
    if recordsStrictly { throw failure }
  }

  private func perform(_ effect: FileEffect) throws {
    if let file = effect.madeFile { streams.warnOfLeftovers(beside: file) }
    switch effect {
    case .startRecording(let file, let entries): try recorder.start(file, entries: entries)
    case .append(let entry): try recorder.append(entry)
    case .truncate(let count): try recorder.truncate(toEntries: count)
    case .replaceRecording(let entries): try recorder.replace(with: entries)
    case .stopRecording: try recorder.stop()
    case .save(let saved):
      try saved.write()
      session.fileWasSaved(saved)
    case .drive, .read, .readOn, .review: break
    case .quit: hasQuit = true
    }
  }

  /// Runs lines that nobody typed: each is printed again.
  private func echoing(_ body: () throws -> Void) throws {
    let wasByHand = isByHand
    isByHand = false
    defer { isByHand = wasByHand }
    try body()
  }
}

extension SavedFile {
  fileprivate func write() throws(FileError) {
    let limits =
      switch kind {
      case .transcript: TranscriptLimits().text
      case .trace: TraceCommand.limits
      }
    try makeFolder(at: splitPath(file).folder)
    guard replaces else { return try createFile(at: file, with: text, limits: limits) }
    try replaceFile(at: file, with: text, limits: limits)
  }
}

extension FileEffect {
  /// What is told when it could not be done.
  fileprivate func diagnostic(of error: FileError) -> Diagnostic {
    var diagnostic = Diagnostic(error)
    if case .save = self, error.cause == .alreadyExists {
      diagnostic.sentence += ", or replace it with '\(SavedFile.replacingFlag)'"
    }
    return diagnostic
  }
}

/// Where a console line comes from.
struct LinePlace {
  /// The file, or what stands for it: `stdin`, `-c`.
  var path: String
  /// Counted from 1.
  var line: Int
  /// How many columns stand before the command in its line.
  var shift = 0
}
