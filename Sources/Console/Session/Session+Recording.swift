import Traces
import Transcripts
import ViewModels

/// What the session knows about the recording, which the driver writes.
struct RecordingState: Sendable {
  var file: String
  /// The recorded cases before the active one.
  private(set) var earlier: [Int] = []
  /// The number of entries for the header and the earlier cases.
  private(set) var earlierEntryCount = 1
  /// The used titles, in buckets by hash, so that adding a title to a copied session copies only one.
  private var titles: [[Name]] = []

  private static let bucketCount = 256

  init(file: String) { self.file = file }

  func holds(_ title: Name) -> Bool {
    !titles.isEmpty && titles[Self.bucket(of: title)].contains(title)
  }

  mutating func add(_ run: CaseRun, number: Int) {
    if titles.isEmpty { titles = Array(repeating: [], count: Self.bucketCount) }
    earlier.append(number)
    earlierEntryCount += run.entryCount
    let title = Name(run.title)
    titles[Self.bucket(of: title)].append(title)
  }

  private static func bucket(of title: Name) -> Int {
    Int(title.text.utf8.reduce(UInt(5381)) { $0 &* 33 &+ UInt($1) } % UInt(bucketCount))
  }
}

extension Session {
  mutating func startRecording(to file: String) throws(Mistake) -> Reply {
    if try openRun().givenTitle == nil { run?.givenTitle = file.caseTitle }
    let ended = endRecording()
    recording = RecordingState(file: file)
    return Reply(
      lines: ended.lines + [.talk("recording to \(file.escapedForDisplay)")],
      effects: ended.effects + [.startRecording(file: file, entries: try recordedEntries(pace))])
  }

  mutating func stopRecording() throws(Mistake) -> Reply {
    guard recording != nil else { throw Mistake(.notRecording) }
    return endRecording()
  }

  /// Tells the session that writing failed.
  package mutating func recordingFailed() {
    recording = nil
  }

  mutating func save(to target: FileArgument) throws(Mistake) -> Reply {
    let file = target.name
    var run = try openRun()
    run.givenTitle = run.givenTitle ?? file.caseTitle
    let unnamed = run.unnamedSecrets
    let text = try CaseEntries(run: run).file(notes: unnamed, pace)
    pendingSave = PendingSave(file: file)
    let told = "saved to \(file.escapedForDisplay): case '\(run.title.escapedForDisplay)', "
    return Reply(
      lines: [.talk(told + run.tree.depth.counted("command"))] + unnamed.map { .talk($0) },
      effects: [.save(SavedFile(.transcript, file, text: text, replaces: target.replaces))])
  }

  mutating func beginCase(_ title: Word) throws(Mistake) -> Reply {
    let old = try openRun()
    if let recording {
      let isTaken = recording.holds(title.name) || (!old.isUntouched && Name(old.title) == title.name)
      if isTaken { throw title.mistake(.repeatedTitle(title.text)) }
    }
    var effects: [FileEffect] = []
    if let recording, old.isUntouched {
      effects.append(.truncate(entries: recording.earlierEntryCount))
    } else {
      recording?.add(old, number: shelf.current)
    }
    let new = CaseRun(old.machine, seed: old.seed, title: title.text, givenNames: old.givenNames, paths: old.paths)
    let kept = begin(new)
    if let recording {
      effects.append(.append(CaseEntries(run: new).opening(isFirst: recording.earlier.isEmpty)))
    }
    return Reply(
      lines: new.openingLines.map(ReplyLine.recorded) + [.talk("case: \(title.text.escapedForDisplay)")]
        + (recording == nil ? kept : []),
      effects: effects)
  }

  mutating func keepLook() throws(Mistake) -> Reply {
    guard var look = lastLook, run != nil else { throw Mistake(.nothingToKeep) }
    guard Disclosure(look.command, in: run?.scene).isWhole else {
      throw Mistake(
        column: 1, sentence: "the last query has a value that may be a secret; write it with a sample", code: "E1078")
    }
    // A replay has the standard width.
    if options.width != SessionOptions().width {
      var session = self
      session.options.width = SessionOptions().width
      _ = session.run(look.command)
      look = session.lastLook ?? look
    }
    run?.keep(look)
    var reply = Reply.talk("kept: \(look.command)")
    if recording != nil { reply.effects = [.append(Recording.step(look.command, output: look.lines))] }
    return reply
  }

  /// Reports the secrets that need a name before it can replay.
  package mutating func endRecording() -> Reply {
    guard let recording else { return Reply() }
    let cases = recording.earlier.compactMap { shelf.entry($0)?.run } + [run].compactMap(\.self)
    let unnamed = cases.flatMap(\.unnamedSecrets)
    let notes = unnamed.map { FileEffect.append(Recording.note($0)) }
    self.recording = nil
    run?.countAsSaved()
    for number in recording.earlier { shelf.update(number) { $0.countAsSaved() } }
    return Reply(
      lines: [.talk("the recording to \(recording.file.escapedForDisplay) ends")] + unnamed.map { .talk($0) },
      effects: notes + [.stopRecording])
  }

  // MARK: Entries

  func recordedEntries<Stop>(_ pace: Pace<Stop>) throws(Stop) -> [String] {
    guard let run, let recording else { return [] }
    var entries = [CaseEntries(run: run).header]
    for number in recording.earlier {
      guard let earlier = try shelf.run(number, pace) else { continue }
      entries += try CaseEntries(run: earlier).all(isFirst: entries.count == 1, pace)
    }
    return entries + (try CaseEntries(run: run).all(isFirst: entries.count == 1, pace))
  }

  var recordedEntryCount: Int? {
    guard let run, let recording else { return nil }
    return recording.earlierEntryCount + run.entryCount
  }

  var recordedNumbers: Set<Int> {
    recording.map { Set($0.earlier).union([shelf.current]) } ?? []
  }
}

extension String {
  /// The file name without folder and extension.
  var caseTitle: String? {
    let name = Array(utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8)
    let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.count
    let title = String(decoding: name[..<end], as: UTF8.self)
    return title.contains { $0 != " " } ? title.escaped : nil
  }
}
