import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Passes lines to a session, performs its file effects and prints its replies. A command is recorded before its
/// reply is printed.
final class SessionDriver {
  private(set) var session: Session { didSet { lastReading = nil } }
  let streams: Streams
  /// Whether a user types the lines. Then only expanded commands are echoed, and mistakes and broken properties do
  /// not change the exit code.
  var isByHand = false
  var usesColor = false
  private var recorder: Recorder
  private var exitCode = ExitCode.agreed
  private(set) var counts = SessionCounts()
  private(set) var hasQuit = false
  private(set) var copied = CopiedSession() { didSet { lastReading = nil } }
  /// Caches the last reading; cleared when the session changes.
  private var lastReading: Reading?
  /// Consecutive mistakes after which a script ends.
  static let mistakeLimit = 100
  private var mistakesInARow = 0
  /// Whether a failed recording ends the command.
  var recordsStrictly = false
  /// Whether the last line was interrupted or reached its goal, which ends a file.
  private(set) var endsFile = false
  /// What a breakpoint left of the last command.
  private(set) var left: String?
  var toldNames: Set<String> = []
  /// Nil without a terminal; returns nil if the user enters nothing.
  var ask: ((_ question: String) -> String?)?
  /// Nil without a terminal.
  var review: ((_ path: String) throws -> Void)?
  var rest = SourcedRest()
  /// False if no pager was used.
  var page: (_ lines: [[LineColors.Part]]) throws(FileError) -> Bool = { _ in false }
  private(set) var stopButton = StopButton()
  private var wasEnded = false
  private let progress = ProgressLine()
  /// The file to record to once a machine is open.
  private var pendingRecording: String?

  init(session: Session, streams: Streams, recorder: Recorder = Recorder()) {
    self.session = session
    self.streams = streams
    self.recorder = recorder
    watch()
  }

  /// Shows progress and lets the button stop commands.
  func watch(_ button: StopButton = StopButton()) {
    let progress = progress
    stopButton = button
    session.watch = CommandWatch(isInterrupted: button.isPressed, isOver: button.isOver) {
      progress?.show($0)
    }
  }

  private func watched(_ body: () -> Reply) -> Reply {
    progress?.begin()
    defer {
      progress?.end()
      wasEnded = stopButton.takeHeard()
    }
    return body()
  }

  func take(_ line: String, at place: LinePlace) throws {
    try noting { try takeOrThrow(line, at: place) }
  }

  /// Reports a mistake; the session continues.
  private func noting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let mistake as Diagnostic {
      note(mistake)
    }
  }

  /// Stops at the first mistake or interrupt.
  ///
  /// - Throws: That mistake, or a write failure.
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

  /// Also accepts lines pasted from a session with prompts and replies.
  ///
  /// - Throws: The mistake in it, or a write failure.
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

  /// Nil if the line must not be kept.
  func historyLine(for line: String) -> String? {
    guard let command = reading(of: line).command, command.line.opening == nil else { return nil }
    return session.historyLine(for: command.line)
  }

  /// Nil for a line pasted with its prompt.
  func hint(for line: String) -> String? {
    guard session.options.settings[.hints], let command = reading(of: line).command, command.shift == 0 else {
      return nil
    }
    return session.hint(for: command.line)
  }

  /// The unclosed text, list or record that the next line continues.
  func opening(of line: String) -> TypedLine.Opening? { reading(of: line).command?.line.opening }

  private struct Reading {
    let text: String
    let meaning: CopiedSession.Meaning
    let copied: CopiedSession
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

  /// Abbreviated verbs are not allowed.
  ///
  /// - Throws: The mistake in it, or a write failure.
  func takeFromFile(_ line: String, at place: LinePlace) throws {
    try show(watched { session.runFromFile(line) }, to: line, at: place)
  }

  func takeFromFileAndGoOn(_ line: String, at place: LinePlace) throws {
    try noting { try takeFromFile(line, at: place) }
  }

  func open(_ machine: Machine, for run: Script.Run) throws {
    let reply = session.open(machine, for: run.opening)
    try show(reply, to: "open \(machine.title)", at: LinePlace(path: machine.title.text, line: 1))
  }

  func record(to file: String) throws {
    pendingRecording = file
    try startPendingRecording()
  }

  func resumeRecording(to file: String) throws {
    try recorder.resume(entries: session.resumeRecording(to: file))
  }

  var hasRecorded: Bool { pendingRecording == nil }

  private func startPendingRecording() throws {
    guard let file = pendingRecording, session.machine != nil else { return }
    pendingRecording = nil
    let reply = session.run("record \(file.quoted)")
    if let mistake = reply.mistake { throw Diagnostic(mistake, at: LinePlace(path: file, line: 1)) }
    _ = try perform(reply.effects)
  }

  func choose(_ settings: Settings) {
    session.options.settings = settings
  }

  func setWidth(_ columns: Int) {
    if session.options.width != columns { session.options.width = columns }
  }

  func learn(_ opening: CaseOpening) {
    session.learn(opening.names)
  }

  /// Reports an error; the session continues.
  func note(_ diagnostic: Diagnostic) {
    streams.report(diagnostic)
    count(diagnostic)
    mistakesInARow += 1
    guard mistakesInARow == Self.mistakeLimit, !isByHand else { return }
    streams.report(
      Diagnostic(code: "E3004", sentence: "\(Self.mistakeLimit) mistakes in a row; the rest does not run"))
    hasQuit = true
  }

  /// Counts a diagnostic that was already printed.
  func count(_ diagnostic: Diagnostic) {
    exitCode = exitCode.combined(with: diagnostic.exitCode)
    counts.mistakes += 1
  }

  func finish() throws -> ExitCode {
    let code = try end()
    try streams.say("  \(counts.summary)")
    try streams.flush()
    return code
  }

  func stay() {
    hasQuit = false
  }

  /// Returns false if not all was saved.
  func saveAll(to argument: String) throws -> Bool {
    try noting { try show(watched { session.saveAll(to: argument) }, to: "", at: LinePlace(path: "answer", line: 1)) }
    return session.unsavedWork == nil
  }

  func end() throws -> ExitCode {
    if session.isRecording { try show(session.endRecording(), to: "", at: LinePlace(path: "", line: 1)) }
    return isByHand && [.badInput, .differs].contains(exitCode) ? .agreed : exitCode
  }

  /// - Parameter typed: The text already on the terminal; it is not echoed again.
  private func show(_ reply: Reply, to line: String, echoedAs typed: String? = nil, at place: LinePlace) throws {
    endsFile = reply.wasInterrupted || wasEnded || !reply.met.isEmpty
    left = reply.met.isEmpty ? nil : reply.stop?.left
    wasEnded = false
    if let mistake = reply.mistake {
      guard !reply.wasInterrupted else { return try streams.say("  \(mistake.sentence)") }
      throw Diagnostic(mistake, at: place, excerpt: session.disclosed(line))
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

  /// A stop by the user is a note; a reached limit throws.
  private func tell(_ stop: CommandStop, at place: LinePlace) throws {
    guard stop.isWanted else {
      throw Diagnostic(stop, path: place.path, place: isByHand ? nil : place.source(ofColumn: 1))
    }
    try streams.say("  \(stop.sentence)")
  }

  /// Returns false if an effect failed, because then the reply's notes are wrong. A failed recording ends, and
  /// throws if `recordsStrictly` is true.
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
    // The file's entries are complete even if the end line cannot be written.
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

  private func echoing(_ body: () throws -> Void) throws {
    let wasByHand = isByHand
    isByHand = false
    defer { isByHand = wasByHand }
    try body()
  }
}

extension SavedFile {
  /// - Parameter root: Where given, the path is below this folder, without links.
  func write(under root: String? = nil) throws(FileError) {
    let limits =
      switch kind {
      case .transcript: TranscriptLimits().text
      case .trace: TraceCommand.limits
      }
    if root == nil { try makeFolder(at: splitPath(file).folder) }
    let text = kind == .transcript ? try DiagramTranscript(text, at: file, under: root).text : text
    guard replaces else { return try createFile(at: file, under: root, with: text, limits: limits) }
    try replaceFile(at: file, under: root, with: text, limits: limits)
  }
}

extension FileEffect {
  func diagnostic(of error: FileError) -> Diagnostic {
    var diagnostic = Diagnostic(error)
    if case .save = self, error.cause == .alreadyExists {
      diagnostic.sentence += ", or replace it with '\(SavedFile.replacingFlag)'"
    }
    return diagnostic
  }
}

struct LinePlace {
  var path: String
  var line: Int
  /// The number of columns before the command.
  var shift = 0
  /// The command in its transcript.
  var step: TranscriptStep?

  func source(ofColumn column: Int) -> SourcePlace {
    step?.place(ofColumn: column + shift) ?? SourcePlace(line: line, column: column + shift)
  }
}
