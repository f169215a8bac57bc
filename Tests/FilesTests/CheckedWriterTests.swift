import Files
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Writing to a stream")
struct CheckedWriterTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test("what is written arrives, when the policy says so")
  func policies() throws {
    let descriptor = open(workspace.at("out"), O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let writer = CheckedWriter(descriptor: descriptor, name: "out", flushing: .everyLine)
    try writer.write("one\n")
    #expect(try workspace.text("out") == "one\n")
    try writer.write("two")
    #expect(try workspace.text("out") == "one\n")
    try writer.close()
    #expect(try workspace.text("out") == "one\ntwo")
    #expect(writer.bytesWritten == 7)
  }

  @Test("a full buffer writes itself")
  func fullBuffer() throws {
    let descriptor = open(workspace.at("out"), O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let writer = CheckedWriter(descriptor: descriptor, name: "out", flushing: .whenFull)
    let line = String(repeating: "x", count: 1023) + "\n"
    for _ in 1...63 { try writer.write(line) }
    #expect(writer.bytesWritten == 0)
    try writer.write(line)
    #expect(writer.bytesWritten == 65_536)
    try writer.close()
  }

  @Test("what is held back arrives while the program is busy, and what fails then is the next call's error")
  func soon() throws {
    let descriptor = open(workspace.at("out"), O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let writer = CheckedWriter(descriptor: descriptor, name: "out", flushing: .soon)
    try writer.write(line: "one")
    #expect(writer.bytesWritten == 0)
    for _ in 0..<500 where writer.bytesWritten == 0 { usleep(10_000) }
    #expect(try workspace.text("out") == "one\n")
    try writer.write(line: "two")
    for _ in 0..<500 where writer.bytesWritten == 4 { usleep(10_000) }
    #expect(try workspace.text("out") == "one\ntwo\n")
    try writer.close()
    let broken = CheckedWriter(descriptor: -1, name: "stdout", flushing: .soon)
    try broken.write("lost")
    var hasFailed = false
    for _ in 0..<500 where !hasFailed {
      usleep(10_000)
      hasFailed = (try? broken.write("")) == nil
    }
    #expect(hasFailed)
  }

  @Test("a full disk is an error of the environment, and stays one", .enabled(if: access("/dev/full", W_OK) == 0))
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    let writer = CheckedWriter(descriptor: descriptor, name: "stdout", flushing: .whenFull)
    try writer.write("lost\n")
    let error = try fileError { try writer.flush() }
    #expect(error.description == "error[E4101]: stdout: disk full after 0 bytes; make room and try again")
    #expect(error.exitCode == 4)
    #expect(try fileError { try writer.write("more") } == error)
    #expect(try fileError { try writer.close() } == error)
    close(descriptor)
  }

  @Test("a closed descriptor is an error")
  func closedDescriptor() throws {
    let writer = CheckedWriter(descriptor: -1, name: "stdout", flushing: .everyLine)
    let error = try fileError { try writer.write("lost\n") }
    #expect(
      error.description == "error[E4103]: stdout: cannot be written (EBADF) after 0 bytes; check its destination")
    #expect(error.exitCode == 4)
  }

  @Test("a pipe that nobody reads is told apart")
  func closedPipe() async {
    await #expect(processExitsWith: .exitCode(141)) {
      signal(SIGPIPE, SIG_IGN)
      let ends = try makePipe()
      close(ends.reading)
      let writer = CheckedWriter(descriptor: ends.writing, name: "stdout", flushing: .everyLine)
      let error = try fileError { try writer.write("lost\n") }
      exit(error.cause == .closedPipe ? error.exitCode : 1)
    }
  }

  @Test("the process ends by the pipe's signal, even where it was inherited as ignored")
  func endsBySignal() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      signal(SIGPIPE, SIG_IGN)
      endByClosedPipe()
    }
  }

  @Test("a non-blocking pipe is waited for until everything is written")
  func nonBlocking() async throws {
    let ends = try makePipe()
    _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789abcde\n", count: 40_000)
    // A thread of its own: the writer below blocks one of the few that tests share.
    let counts = AsyncStream<Int> { counts in
      Thread.detachNewThread {
        counts.yield(LineReader(descriptor: ends.reading, name: "pipe").reduce(0) { count, _ in count + 1 })
        counts.finish()
      }
    }
    let writer = CheckedWriter(descriptor: ends.writing, name: "pipe", flushing: .whenFull)
    try writer.write(text)
    try writer.close()
    #expect(await counts.reduce(0, +) == 40_000)
    #expect(writer.bytesWritten == 640_000)
    close(ends.reading)
  }

  @Test("a closed standard stream is filled, and still cannot be used")
  func reservedStreams() async {
    await #expect(processExitsWith: .exitCode(7)) {
      close(0)
      close(1)
      guard reserveStandardStreams() else { exit(1) }
      let next = open("/dev/null", O_RDONLY)
      let writer = CheckedWriter(descriptor: 1, name: "stdout", flushing: .everyLine)
      let error = try fileError { try writer.write("lost\n") }
      exit(next > 2 && error.cause == .writeFailed(SystemCode(EBADF), .bytes(0)) ? 7 : 1)
    }
  }
}
