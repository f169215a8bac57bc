import SeededRandom

#if os(Linux)
  import Foundation
  import PtySupport

  /// An operation on files fails, whichever it is: nothing that was answered is lost, nothing is torn, and no
  /// success is told.
  struct FaultyOperations: Trial {
    static let name = "an operation on files fails"
    let tool: ToolUnderTest
    private let shim: Shim
    private let writings: [(writing: Writing, operations: Int)]

    init(tool: ToolUnderTest) throws {
      self.tool = tool
      let shim = try Shim()
      self.shim = shim
      writings = try Writing.all(by: tool).map { writing in
        let folder = try ScratchFolder()
        try writing.prepare(folder)
        _ = try tool.run(
          writing.arguments, input: Data(writing.input.utf8), in: folder, environment: shim.environment(.noSpace, at: 0)
        )
        guard let count = try shim.operations(in: folder), count > 0 else {
          throw SoakFailure("\(writing.name) has no operation that could fail, so this trial cannot")
        }
        return (writing, count)
      }
    }

    func run(_ random: SplitMix64) throws {
      var random = random
      let (writing, count) = random.pick(writings)
      let fault = random.pick(Shim.Fault.allCases)
      let folder = try ScratchFolder()
      try writing.prepare(folder)
      let place = 1 + random.below(count)
      let outcome = try tool.run(
        writing.arguments, input: Data(writing.input.utf8), in: folder, environment: shim.environment(fault, at: place))
      let wasKilled = fault == .killed && outcome.code == 128 + SIGKILL
      do {
        try writing.check(outcome, in: folder, wasKilled: wasKilled, by: tool)
        if fault.isHarmless, outcome.code != 0 || outcome.output != writing.output {
          throw SoakFailure("ended with \(outcome.code): \(outcome.text.suffix(300).debugDescription)")
        }
      } catch {
        throw SoakFailure("\(fault) at operation \(place) of \(writing.name): \(error)")
      }
    }
  }

  /// A library that is loaded before the system's and lets one operation on files fail.
  struct Shim {
    enum Fault: String, CaseIterable {
      case noSpace = "n"
      case broken = "e"
      case interrupted = "i"
      case short = "s"
      /// After half of it.
      case killed = "k"

      /// Whether the operation just has to be repeated.
      var isHarmless: Bool { self == .interrupted || self == .short }
    }

    private let folder: ScratchFolder

    init() throws {
      folder = try ScratchFolder()
      try folder.put(Data(Self.source.utf8), "shim.c")
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
      compiler.arguments = ["-shared", "-fPIC", "-o", folder.path("shim.so"), folder.path("shim.c")]
      compiler.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path]
      try compiler.run()
      compiler.waitUntilExit()
      guard compiler.terminationStatus == 0 else { throw SoakFailure("'cc' did not compile the faults") }
    }

    /// - Parameters:
    ///   - place: Which operation fails, from 1; 0 counts them only.
    ///   - least: The first descriptor whose operations count.
    func environment(_ fault: Fault, at place: Int, fromDescriptor least: Int = 0) -> [String: String] {
      [
        "LD_PRELOAD": folder.path("shim.so"), "SOAK_FAULT": fault.rawValue, "SOAK_AT": "\(place)",
        "SOAK_LEAST": "\(least)",
      ]
    }

    /// How many operations a run had that ended by itself.
    func operations(in folder: ScratchFolder) throws -> Int? {
      Int(String(decoding: try folder.bytes(".operations"), as: UTF8.self))
    }

    private static let source = #"""
      #define _GNU_SOURCE
      #include <errno.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/syscall.h>
      #include <unistd.h>

      static long place = -1, seen;
      static int least;
      static char fault;

      static void begin(void) {
        if (place >= 0) return;
        place = atol(getenv("SOAK_AT"));
        least = atoi(getenv("SOAK_LEAST"));
        fault = getenv("SOAK_FAULT")[0];
      }

      __attribute__((destructor)) static void end(void) {
        char text[24];
        int count = snprintf(text, sizeof text, "%ld", seen);
        int file = (int)syscall(SYS_openat, AT_FDCWD, ".operations", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        syscall(SYS_write, file, text, (size_t)count);
        syscall(SYS_close, file);
      }

      // The fault of this operation; 0 for none.
      static char next(int descriptor) {
        begin();
        if (descriptor < least) return 0;
        return __atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST) == place ? fault : 0;
      }

      // Whether an operation that is all or nothing fails; `retried` ones may be interrupted.
      static int fails(int descriptor, int retried) {
        switch (next(descriptor)) {
          case 'n': errno = ENOSPC; return 1;
          case 'e': errno = EIO; return 1;
          case 'i': errno = EINTR; return retried;
          case 'k': kill(getpid(), SIGKILL); return 1;
          default: return 0;
        }
      }

      ssize_t write(int descriptor, const void *bytes, size_t count) {
        switch (next(descriptor)) {
          case 'n': errno = ENOSPC; return -1;
          case 'e': errno = EIO; return -1;
          case 'i': errno = EINTR; return -1;
          case 's': if (count > 1) count /= 2; break;
          case 'k': syscall(SYS_write, descriptor, bytes, count / 2); kill(getpid(), SIGKILL); break;
        }
        return syscall(SYS_write, descriptor, bytes, count);
      }

      int fsync(int descriptor) { return fails(descriptor, 1) ? -1 : (int)syscall(SYS_fsync, descriptor); }

      int ftruncate(int descriptor, off_t length) {
        return fails(descriptor, 1) ? -1 : (int)syscall(SYS_ftruncate, descriptor, length);
      }

      int fchmod(int descriptor, mode_t mode) {
        return fails(descriptor, 0) ? -1 : (int)syscall(SYS_fchmod, descriptor, mode);
      }

      int openat(int folder, const char *path, int flags, ...) {
        va_list arguments;
        va_start(arguments, flags);
        mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
        va_end(arguments);
        if (flags & O_CREAT && fails(least, 1)) return -1;
        return (int)syscall(SYS_openat, folder, path, flags, mode);
      }

      int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
        return fails(least, 0) ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, flags);
      }

      int renameat(int from, const char *old, int to, const char *new) {
        return renameat2(from, old, to, new, 0);
      }

      int linkat(int from, const char *old, int to, const char *new, int flags) {
        return fails(least, 0) ? -1 : (int)syscall(SYS_linkat, from, old, to, new, flags);
      }
      """#
  }

  /// The history's file cannot be written, whichever operation fails: the session goes on, and the file holds whole
  /// lines.
  struct FaultyHistory: Trial {
    static let name = "an operation on the history fails"
    let tool: ToolUnderTest
    private let shim: Shim

    init(tool: ToolUnderTest) throws {
      self.tool = tool
      shim = try Shim()
    }

    func run(_ random: SplitMix64) throws {
      var random = random
      let fault = random.pick(Shim.Fault.allCases)
      let home = try ScratchFolder()
      let history = home.path("history")
      try home.put(Data("state\nfields\n".utf8), "history")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: history)
      let environment = ToolUnderTest.terminal(home).merging(
        shim.environment(fault, at: 1 + random.below(8), fromDescriptor: 3)
      ) { $1 }
      let pty = try PtySession(
        tool.path, ["login@fixed"], environment: environment.merging(["SIGNALBOX_HISTORY": history]) { $1 })
      let lines = ["timers", "screen", "requests"]
      do {
        for line in lines {
          try pty.expect("login@fixed 0ms> ")
          try pty.send(line + "\r")
        }
        try pty.expect("login@fixed 0ms> ")
        try pty.send("\u{4}")
        guard try pty.waitForExit() == .code(0) else { throw SoakFailure("\(fault): the session ended with an error") }
      } catch let failure as PtyFailure {
        guard fault == .killed, try pty.waitForExit() == .signal(SIGKILL) else { throw failure }
      }
      let kept = String(decoding: try home.bytes("history"), as: UTF8.self).split(separator: "\n")
      let known = ["state", "fields"] + lines
      for (index, line) in kept.enumerated() where !known.contains(String(line)) {
        let isTorn = fault == .killed && index == kept.count - 1 && known.contains { $0.hasPrefix(line) }
        if !isTorn { throw SoakFailure("\(fault): the history holds '\(line)'") }
      }
      guard kept.starts(with: ["state", "fields"]) else { throw SoakFailure("\(fault): the history lost what it had") }
    }
  }
#endif
