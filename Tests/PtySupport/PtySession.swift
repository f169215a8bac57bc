import CPty

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program on a pseudo-terminal, driven as a person would: wait for text, type, wait again.
///
/// Every wait has a deadline of its own, because no time limit stops a test that blocks. Wait for the prompt before
/// each `send`, above all before control keys. Suites that use it are `.serialized`.
public final class PtySession {
  /// How a program ended.
  public enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// Long enough for a machine under load; only a failing test waits so long.
  public static let patience = Duration.seconds(20)

  private let process: pid_t
  /// -1 when the terminal is gone.
  private var master: Int32
  private var received: [UInt8] = []
  /// What `expect` has found ends here.
  private var position = 0
  private var exit: Exit?

  /// Starts a program; `arguments` go without its name.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String], rows: Int = 24, columns: Int = 80
  ) throws {
    var master: Int32 = -1
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    process = Self.withCStrings([path] + arguments) { argv in
      Self.withCStrings(variables) { envp in
        cpty_spawn(path, argv, envp, UInt16(rows), UInt16(columns), &master)
      }
    }
    self.master = master
    guard process > 0 else { throw PtyFailure("'\(path)' was not started: \(String(cString: strerror(errno)))") }
  }

  /// Ends the program, if it still runs; only this one.
  deinit {
    if exit == nil, process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    if master >= 0 { close(master) }
  }

  /// The environment of a terminal test: nothing of the person's who runs it.
  public static func environment(home: String, term: String = "xterm", locale: String = "C.UTF-8") -> [String: String] {
    [
      "TERM": term, "LC_ALL": locale, "HOME": home, "EDITRC": "/dev/null", "PATH": "/usr/bin:/bin", "PAGER": "",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Everything that the program has written, as far as it has been waited for.
  public var output: String { String(decoding: received, as: UTF8.self) }

  /// Types text.
  public func send(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Types bytes; reads meanwhile, because a program may answer before it has read everything.
  public func send(bytes: [UInt8], within limit: Duration = patience) throws {
    let deadline = ContinuousClock.now + limit
    var rest = bytes[...]
    while !rest.isEmpty {
      var ends = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&ends, 1, Self.milliseconds(until: deadline)) > 0 else { throw timedOut("send \(rest.count) bytes") }
      if ends.revents & Int16(POLLIN) != 0 { _ = readAvailable() }
      guard ends.revents & Int16(POLLOUT) != 0 else { continue }
      // A terminal holds 4096 bytes; a small piece never blocks.
      let piece = Array(rest.prefix(512))
      let count = write(master, piece, piece.count)
      guard count >= 0 else { throw PtyFailure("the terminal took no input: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the program has written `text` after what was found before. Returns what it wrote up to its end.
  @discardableResult
  public func expect(_ text: String, within limit: Duration = patience) throws -> String {
    let deadline = ContinuousClock.now + limit
    let wanted = Array(text.utf8)
    while true {
      if let range = received[position...].firstRange(of: wanted) {
        defer { position = range.upperBound }
        return String(decoding: received[position..<range.upperBound], as: UTF8.self)
      }
      guard waitForOutput(until: deadline) else { throw timedOut("'\(text)'") }
    }
  }

  /// Waits for the program's end.
  public func waitForExit(within limit: Duration = patience) throws -> Exit {
    let deadline = ContinuousClock.now + limit
    while exit == nil {
      var value: Int32 = 0
      switch cpty_poll(process, &value) {
      case 1: exit = .code(value)
      case 2: exit = .signal(value)
      default:
        guard ContinuousClock.now < deadline else { throw timedOut("the end of the program") }
        pause(until: deadline)
      }
    }
    while readAvailable() {}
    return exit ?? .code(-1)
  }

  /// Waits until a signal has stopped the program.
  public func waitUntilStopped(within limit: Duration = patience) throws {
    let deadline = ContinuousClock.now + limit
    var value: Int32 = 0
    while cpty_poll(process, &value) != 3 {
      guard ContinuousClock.now < deadline else { throw timedOut("a stop") }
      pause(until: deadline)
    }
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Takes the terminal away, as closing its window does.
  public func hangUp() {
    close(master)
    master = -1
  }

  /// Changes the window's size; the program gets SIGWINCH.
  public func resize(rows: Int, columns: Int) {
    _ = cpty_resize(master, UInt16(rows), UInt16(columns))
  }

  /// Whether the terminal is in the mode of programs that do not edit.
  public var isCooked: Bool { cpty_is_cooked(master) == 1 }

  /// Reads what comes within a few milliseconds; a terminal that is closed must not make this a busy loop.
  private func pause(until deadline: ContinuousClock.Instant) {
    if !waitForOutput(until: min(deadline, .now + .milliseconds(5))) { usleep(1000) }
  }

  /// Returns false at the deadline, or when the program has closed the terminal.
  private func waitForOutput(until deadline: ContinuousClock.Instant) -> Bool {
    var ends = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let count = poll(&ends, 1, Self.milliseconds(until: deadline))
    if count < 0 { return errno == EINTR }
    return count > 0 && readAvailable()
  }

  /// Reads what is there; false when nothing is, or the program is gone (EIO on Linux).
  private func readAvailable() -> Bool {
    var ends = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ends, 1, 0) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    received += chunk[..<count]
    return true
  }

  private func timedOut(_ what: String) -> PtyFailure {
    PtyFailure(
      "waited in vain for \(what); since the last match came \(received[position...].map(Self.shown).joined())")
  }

  private static func shown(_ byte: UInt8) -> String {
    (0x20..<0x7F).contains(byte) ? String(Unicode.Scalar(byte)) : "<\(String(byte, radix: 16))>"
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = (deadline - .now).components
    return left.seconds < 0 ? 0 : Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
