import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Recording entry by entry")
struct AppendingFileTests {
  let workspace: Workspace
  let path: String

  init() throws {
    workspace = try Workspace()
    path = workspace.at("log")
  }

  private nonisolated(unsafe) static var arrivals = 0

  @Test("a signal that comes while a file is made waits until that is done")
  func heldSignals() {
    // The test's thread may hold every signal back.
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    signal(SIGUSR1) { _ in AppendingFileTests.arrivals += 1 }
    defer {
      signal(SIGUSR1, SIG_DFL)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    holdingSignals {
      holdingSignals { _ = pthread_kill(pthread_self(), SIGUSR1) }
      #expect(Self.arrivals == 0)
    }
    #expect(Self.arrivals == 1)
  }

  @Test("entries are in the file when append returns")
  func appended() throws {
    let file = try AppendingFile(path, permissions: 0o600)
    try file.append("one\n| answer\n")
    #expect(try workspace.text("log") == "one\n| answer\n")
    try file.append("two\n")
    #expect((file.entryCount, file.length) == (2, 17))
    #expect(workspace.mode("log") == 0o600)
    #expect(try workspace.names() == ["log"])
  }

  @Test("an existing file is refused, and replaced only when told to")
  func existing() throws {
    try workspace.put("old\n", at: "log", mode: 0o640)
    #expect(try fileError { _ = try AppendingFile(path) }.code == "E2120")
    let file = try AppendingFile(path, opening: .replacing)
    try file.append("new\n")
    #expect(try workspace.text("log") == "new\n")
    #expect(workspace.mode("log") == 0o640)
    #expect(try workspace.names() == ["log"])
  }

  @Test(
    "a second recorder is refused until the first is gone",
    arguments: [AppendingFile.Opening.replacing, .resuming, .resumingOrNew])
  func locked(opening: AppendingFile.Opening) throws {
    var first: AppendingFile? = try AppendingFile(path)
    try first?.append("one\n")
    let error = try fileError { _ = try AppendingFile(path, opening: opening) }
    #expect(
      error.message == "already being recorded by another process; end that one or choose another name")
    #expect((error.code, error.exitCode) == ("E4110", 4))
    #expect(try workspace.text("log") == "one\n")
    first = nil
    _ = try AppendingFile(path, opening: opening)
    #expect(try workspace.names() == ["log"])
  }

  @Test("a torn last line is dropped when the recording is resumed", arguments: [1, 70_000])
  func torn(length: Int) throws {
    try workspace.put("one\ntwo\n" + String(repeating: "t", count: length), at: "log")
    let file = try AppendingFile(path, opening: .resuming)
    #expect((file.droppedBytes, file.length) == (length, 8))
    try file.append("three\n")
    #expect(try workspace.text("log") == "one\ntwo\nthree\n")
    #expect(file.entryCount == 1)
  }

  @Test("a whole file resumes as it is, a missing one is an error, and one without a line is kept")
  func resumed() throws {
    #expect(try fileError { _ = try AppendingFile(path, opening: .resuming) }.cause == .missing)
    try AppendingFile(path, opening: .resumingOrNew).append("one\n")
    #expect(try AppendingFile(path, opening: .resuming).droppedBytes == 0)
    try workspace.put("no line", at: "log")
    let error = try fileError { _ = try AppendingFile(path, opening: .resuming) }
    #expect(error.message == "holds no complete line to continue from; remove it and record again")
    #expect((error.code, error.exitCode) == ("E2110", 2))
    #expect(try workspace.text("log") == "no line")
  }

  @Test("links are refused", arguments: [AppendingFile.Opening.replacing, .resuming, .resumingOrNew])
  func links(opening: AppendingFile.Opening) throws {
    try workspace.put("old\n", at: "victim")
    symlink("victim", path)
    #expect(try fileError { _ = try AppendingFile(path, opening: opening) }.cause == .unsafeTarget(.symbolicLink))
    link(workspace.at("victim"), workspace.at("twin"))
    #expect(
      try fileError { _ = try AppendingFile(workspace.at("twin"), opening: opening) }.cause
        == .unsafeTarget(.hardLinked))
    #expect(try workspace.text("victim") == "old\n")
  }

  @Test("truncating takes back entries")
  func truncated() throws {
    let file = try AppendingFile(path)
    for entry in ["one\n", "two\n", "three\n"] { try file.append(entry) }
    try file.truncate(toLength: 4)
    #expect((file.entryCount, file.length) == (1, 4))
    try file.append("four\n")
    #expect(try workspace.text("log") == "one\nfour\n")
  }

  @Test("a replaced recording goes on in the new file and stays locked")
  func replaced() throws {
    let file = try AppendingFile(path, permissions: 0o600)
    try file.append("one\n")
    try file.replace(with: ["uno\n", "due\n"])
    try file.append("tre\n")
    #expect(try workspace.text("log") == "uno\ndue\ntre\n")
    #expect((file.entryCount, file.length) == (3, 12))
    #expect(workspace.mode("log") == 0o600)
    #expect(try fileError { _ = try AppendingFile(path, opening: .resuming) }.cause == .locked)
    #expect(try workspace.names() == ["log"])
  }

  /// What somebody else does to a recording under way.
  enum Meddling: CaseIterable {
    case removed, moved, replaced, cut, cutToNothing, grown
  }

  /// What the recorder does next.
  enum Change: CaseIterable {
    case append, truncate, replace
  }

  @Test(
    "a recording that somebody else touched is left as it is, and nothing more is written",
    arguments: Meddling.allCases, Change.allCases)
  func meddled(_ meddling: Meddling, _ change: Change) throws {
    let file = try AppendingFile(path)
    for entry in ["one\n", "two\n"] { try file.append(entry) }
    switch meddling {
    case .removed: unlink(path)
    case .moved: rename(path, workspace.at("moved"))
    case .replaced:
      rename(path, workspace.at("moved"))
      try workspace.put("one\ntwo\n", at: "log")
    case .cut: truncate(path, 5)
    case .cutToNothing: truncate(path, 0)
    case .grown: try AppendingFileTests.grow(path)
    }
    let before = try workspace.names().map { try workspace.text($0) }
    let error = try fileError {
      switch change {
      case .append: try file.append("three\n")
      case .truncate: try file.truncate(toLength: 4)
      case .replace: try file.replace(with: ["uno\n"])
      }
    }
    #expect((error.code, error.exitCode) == ("E4111", 4))
    #expect(error.cause == ([.cut, .cutToNothing, .grown].contains(meddling) ? .alteredOutside : .movedAway))
    #expect(try workspace.names().map { try workspace.text($0) } == before)
    #expect(try fileError { try file.append("four\n") } == error)
  }

  private static func grow(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    try #require(write(descriptor, "x\n", 2) == 2)
    close(descriptor)
  }

  @Test(
    "a new recording appears with what it begins with, or not at all",
    arguments: [AppendingFile.Opening.new, .replacing])
  func beginning(opening: AppendingFile.Opening) throws {
    if opening == .replacing { try workspace.put("old\n", at: "log") }
    let limits = TextLimits(fileBytes: 22, lineBytes: 6)
    let refused = try fileError {
      _ = try AppendingFile(path, opening: opening, limits: limits, holding: ["head\n", "a long case\n"])
    }
    #expect(refused.cause == .tooLargeToRead(.line(limit: 6), .oldContents))
    #expect(try workspace.names() == (opening == .replacing ? ["log"] : []))
    let file = try AppendingFile(path, opening: opening, limits: limits, holding: ["head\n", "case\n"])
    #expect(try workspace.text("log") == "head\ncase\n")
    #expect((file.entryCount, file.length) == (2, 10))
    try file.append("one\n")
    #expect(try fileError { try file.append("1234567\n") }.cause == .tooLargeToRead(.line(limit: 6), .entries(3)))
    #expect(try fileError { try file.append("123\n456\n7\n") }.cause == .tooLargeToRead(.file(limit: 22), .entries(3)))
    try file.append("123456\n")
    #expect(try workspace.text("log") == "head\ncase\none\n123456\n")
  }

  @Test("room for the last line is kept, whatever comes before it")
  func lastLine() throws {
    let file = try AppendingFile(path, limits: TextLimits(fileBytes: 20, lastLineBytes: 6), holding: ["head\n"])
    try file.append("123456\n")
    #expect(try fileError { try file.append("12\n") }.cause == .tooLargeToRead(.file(limit: 20), .entries(2)))
    try file.append("1\n")
    #expect(
      try fileError { try file.append("1234567\n", isLast: true) }.cause
        == .tooLargeToRead(.file(limit: 20), .entries(3)))
    try file.append("%end\n", isLast: true)
    #expect(try workspace.text("log") == "head\n123456\n1\n%end\n")
  }

  @Test("a write that cannot be completed is taken back, and the recording stops")
  func sizeLimit() async throws {
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      ignoreFileSizeSignal()
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      guard setrlimit(fileSizeResource, &limit) == 0 else { exit(1) }
      let file = try AppendingFile(path)
      let entry = String(repeating: "x", count: 299) + "\n"
      for _ in 1...3 { try file.append(entry) }
      let error = try fileError { try file.append(entry) }
      let again = try fileError { try file.append("y\n") }
      let sentence =
        "the limit on file sizes was reached after 3 entries, the file is valid up to there; raise it with ulimit -f"
      exit(error.message == sentence && error.code == "E4104" && again == error ? 7 : 1)
    }
    #expect(try workspace.text("log").utf8.count == 900)
  }

  @Test("a process killed while it records leaves whole entries, and its lock is freed", arguments: [1, 3, 9, 27])
  func killed(milliseconds: Int) async throws {
    await #expect(processExitsWith: .signal(SIGALRM)) { [path = path as String, milliseconds = milliseconds as Int] in
      let file = try AppendingFile(path)
      var alarm = itimerval()
      alarm.it_value.tv_usec = .init(milliseconds * 1000)
      setitimer(realTimer, &alarm, nil)
      var number = 0
      while true {
        try file.append("entry \(number)\n")
        number += 1
      }
    }
    // The system may cut the very last write where it crosses a page; resuming drops what is left of it.
    let file = try AppendingFile(path, opening: .resumingOrNew)
    let lines = try workspace.text("log").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.dropLast().enumerated().allSatisfy { $1 == "entry \($0)" })
    #expect(file.droppedBytes < "entry 1000000\n".utf8.count)
  }

  @Test("a process killed with SIGKILL loses no entry that was acknowledged")
  func killedOutright() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try AppendingFile(path)
      for number in 1...500 { try file.append("entry \(number)\n") }
      raise(SIGKILL)
    }
    #expect(try workspace.text("log") == (1...500).map { "entry \($0)\n" }.joined())
  }
}
