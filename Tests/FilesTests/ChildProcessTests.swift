import Files
import Testing

@Suite("Another process")
struct ChildProcessTests {
  private func lines(_ child: ChildProcess) -> [String] { child.lines.compactMap { try? $0.text.get() } }

  @Test("its lines are read, and its exit code is told as a shell tells it")
  func lines() throws {
    let child = try ChildProcess("sh", ["sh", "-c", "echo one; printf 'two\\r\\n'; exit 3"])
    #expect(lines(child) == ["one", "two\r"])
    #expect(child.wait() == 3 && child.wait() == 3)
    #expect(try ChildProcess("sh", ["sh", "-c", "kill -9 $$"]).wait() == 137)
  }

  @Test("it has no input, and the environment but for one variable")
  func surroundings() throws {
    #expect(try lines(ChildProcess("cat", ["cat"])) == [])
    let all = try lines(ChildProcess("env", ["env"]))
    #expect(all.contains { $0.hasPrefix("PATH=") })
    #expect(try lines(ChildProcess("/usr/bin/env", ["env"], without: "PATH")) == all.filter { !$0.hasPrefix("PATH=") })
  }

  @Test("a text is its input, of which it need not read all")
  func fed() throws {
    let text = String(repeating: "a line\n", count: 100_000)
    #expect(try ChildProcess.run("sh", ["sh", "-c", "test $(wc -c) = 700000"], input: text) == 0)
    #expect(try ChildProcess.run("sh", ["sh", "-c", "exit 3"], input: text) == 3)
    #expect(throws: FileError.self) { try ChildProcess.run("no-such-program", ["x"], input: text) }
  }

  @Test("lines are sent to one that reads, and one that ended reads nothing")
  func sent() throws {
    let cat = try ChildProcess("cat", ["cat"], hasInput: true)
    for text in ["one", "two"] {
      cat.send(text + "\n")
      #expect(try cat.lines.next()?.text.get() == text)
    }
    #expect(cat.stop(milliseconds: 10_000) == 0)
    let ended = try ChildProcess("true", ["true"], hasInput: true)
    #expect(ended.wait() == 0)
    ended.send(String(repeating: "a line\n", count: 100_000))
    #expect(ended.lines.next() == nil)
  }

  @Test("one that does not end in time is killed")
  func stopped() throws {
    let sleeper = try ChildProcess("sleep", ["sleep", "1000"], hasInput: true)
    #expect(sleeper.stop(milliseconds: 10) == 137 && sleeper.wait() == 137)
    #expect(try ChildProcess("sh", ["sh", "-c", "exit 3"]).stop(milliseconds: 10_000) == 3)
  }

  @Test("a line is waited for until a limit of time, and then read whole")
  func late() throws {
    let script = "printf 'a '; read -r line; echo line; echo two; printf torn"
    let child = try ChildProcess("sh", ["sh", "-c", script], hasInput: true)
    #expect(!child.lines.waitForLine(milliseconds: 200))
    child.send("\n")
    #expect(child.lines.waitForLine(milliseconds: 60_000))
    #expect(lines(child) == ["a line", "two", "torn"])
    #expect(child.lines.waitForLine(milliseconds: 60_000), "the end")
  }

  @Test("a program that is not there is an error with its name")
  func missing() throws {
    let error = #expect(throws: FileError.self) { _ = try ChildProcess("no-such-program", ["x"]) }
    #expect(error?.cause == .missing && error?.path == "no-such-program")
  }

  @Test("one that still writes ends when nobody reads any more")
  func abandoned() throws {
    let child = try ChildProcess("yes", ["yes"])
    #expect(try child.lines.next()?.text.get() == "y")
  }

  @Test("a question that traps ends a copy of the process only, and the next ones are asked")
  func questions() {
    let answers = ChildProcess.askEach(6) { number in
      if number == 2 || number == 4 { fatalError("asked \(number)") }
      return number.isMultiple(of: 3)
    }
    #expect(answers == [true, false, nil, true, nil, false])
    #expect(ChildProcess.askEach(0) { _ in true } == [])
  }

  @Test("copies of the process compute side by side; where one ends early, by a trap or full memory, there is nil")
  func copies() throws {
    var counted = 0
    let computed = try #require(
      ChildProcess.computeEach(10, copies: 3, bytes: 64, seconds: 60) {
        counted += 1
        return true
      } _: { number -> [UInt16]? in
        counted += 1
        if number == 4 { fatalError("asked \(number)") }
        return number == 1 ? nil : Array(repeating: UInt16(number), count: number)
      })
    // Eight numbers of two bytes and their length do not fit behind the six and the seven.
    #expect(
      computed.rows == [
        [], nil, [2, 2], [3, 3, 3], nil, nil, [6, 6, 6, 6, 6, 6], [7, 7, 7, 7, 7, 7, 7], nil, nil,
      ])
    #expect(!computed.isWhole)
    #expect(counted == 1, "the copies change nothing here")
    let whole = ChildProcess.computeEach(5, copies: 9, seconds: 60, first: { true }) { [$0] }
    #expect(whole?.rows == [[0], [1], [2], [3], [4]] && whole?.isWhole == true)
  }

  @Test("a copy that takes too long or too much memory ends; if the process does not continue, all end")
  func limits() {
    let late = ChildProcess.computeEach(4, copies: 2, seconds: 1, first: { true }) { number -> [Int]? in
      if number == 1 { sleep(milliseconds: 600_000) }
      return [number]
    }
    #expect(late?.rows == [[0], nil, [2], [3]] && late?.isWhole == false)
    #if os(Linux)
      let large = ChildProcess.computeEach(2, copies: 2, seconds: 60, growth: 64 << 20, first: { true }) { number in
        var bytes: [UInt8] = []
        if number == 1 { while bytes.count < 1 << 30 { bytes += [UInt8](repeating: 1, count: 1 << 20) } }
        return [bytes.count]
      }
      #expect(large?.rows == [[0], nil])
    #endif
    let abandoned = ChildProcess.computeEach(2, copies: 2, seconds: 600, first: { false }) { _ -> [Int]? in
      sleep(milliseconds: 600_000)
      return []
    }
    #expect(abandoned == nil)
  }

  @Test("the program that runs is known")
  func own() { #expect(ownProgram?.hasPrefix("/") ?? false) }
}
