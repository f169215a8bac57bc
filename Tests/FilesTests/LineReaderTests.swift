import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Reading lines")
struct LineReaderTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  func reader(
    _ bytes: some Sequence<UInt8>, lineLimit: Int = 1000, ending: LineEnding = .lineFeedOrCarriageReturn
  ) throws -> LineReader {
    try workspace.put(bytes, at: "in")
    return try LineReader(path: workspace.at("in"), lineLimit: lineLimit, ending: ending)
  }

  func texts(_ reader: LineReader) throws -> [String] {
    try reader.map { try $0.text.get() }
  }

  @Test("lines come in order with their numbers, and one carriage return goes")
  func lines() throws {
    let lines = Array(try reader("one\n\nthree\r\r\n用户\n".utf8))
    #expect(lines.map(\.number) == [1, 2, 3, 4])
    #expect(try lines.map { Array(try $0.text.get().utf8) } == ["one", "", "three\r", "用户"].map { Array($0.utf8) })
    #expect(lines.allSatisfy { $0.isTerminated })
  }

  @Test("a carriage return stays where only line feeds end lines")
  func lineFeedsOnly() throws {
    #expect(try texts(reader("a\r\nb".utf8, ending: .lineFeed)) == ["a\r", "b"])
  }

  @Test("a last line without a line feed is delivered as such")
  func unterminated() throws {
    let lines = Array(try reader("one\ntorn\r".utf8))
    #expect(lines.map(\.isTerminated) == [true, false])
    #expect(try lines[1].text.get() == "torn\r")
    #expect(Array(try reader("".utf8)).isEmpty)
  }

  @Test("reading goes on behind lines that are no text")
  func badLines() throws {
    let bytes = Array("ok\n用".utf8) + [0xFF, 0x0A] + Array("a\0b\nok\n".utf8)
    let lines = Array(try reader(bytes))
    let path = workspace.at("in")
    #expect(
      lines.map(\.text) == [
        .success("ok"), .failure(FileError(path, .invalidUTF8(line: 2, column: 2))),
        .failure(FileError(path, .nullByte(line: 3, column: 2))), .success("ok"),
      ])
    #expect(Array(try reader("\u{FEFF}a\nb".utf8)).map(\.text).first == .failure(FileError(path, .byteOrderMark)))
  }

  @Test("the line limit is exact, and reading goes on behind a longer one")
  func lineLimit() throws {
    let lines = Array(try reader("1234\n12345\n1\n123456".utf8, lineLimit: 4))
    let path = workspace.at("in")
    #expect(
      lines.map(\.text) == [
        .success("1234"), .failure(FileError(path, .lineTooLong(line: 2, limit: 4))), .success("1"),
        .failure(FileError(path, .lineTooLong(line: 4, limit: 4))),
      ])
    #expect(lines.last?.isTerminated == false)
  }

  @Test("a line of 10 MB is skipped without being kept")
  func longLine() throws {
    let long = [UInt8](repeating: 0x61, count: 10_000_000)
    let reader = try reader(long + Array("\nnext\n".utf8), lineLimit: LineReader.defaultLineLimit)
    let first = try #require(reader.next())
    #expect(first.text == .failure(FileError(reader.path, .lineTooLong(line: 1, limit: 1_048_576))))
    #expect(try reader.next()?.text.get() == "next")
    #expect(reader.next() == nil)
    #expect(reader.capacity == LineReader.defaultLineLimit + LineReader.chunkSize)
  }

  @Test("lines are whole wherever the chunks break", arguments: [65_534, 65_535, 65_536, 65_537, 131_071, 131_072])
  func chunkBorders(length: Int) throws {
    let first = String(repeating: "x", count: length)
    #expect(try texts(reader("\(first)\r\n用户\n\(first)".utf8, lineLimit: 200_000)) == [first, "用户", first])
  }

  @Test("a pipe delivers each line as it comes")
  func pipes() throws {
    let ends = try makePipe()
    let reader = LineReader(descriptor: ends.reading, name: "stdin")
    #expect(write(ends.writing, "one\ntw", 6) == 6)
    #expect(try reader.next()?.text.get() == "one")
    #expect(write(ends.writing, "o\n", 2) == 2)
    #expect(try reader.next()?.text.get() == "two")
    close(ends.writing)
    #expect(reader.next() == nil)
    close(ends.reading)
  }

  @Test("a failure to read is the last line")
  func failures() throws {
    let folder = open(workspace.path, O_RDONLY)
    let lines = Array(LineReader(descriptor: folder, name: "stdin"))
    #expect(lines.map(\.text) == [.failure(FileError("stdin", .directory))])
    close(folder)
    let closed = Array(LineReader(descriptor: -1, name: "stdin"))
    #expect(closed.map(\.text) == [.failure(FileError("stdin", .readFailed(SystemCode(EBADF))))])
    let error = try fileError { _ = try closed[0].text.get() }
    #expect(error.description == "error[E4001]: stdin: cannot be read (EBADF); check the disk and try again")
    #expect(error.exitCode == 4)
  }

  @Test("only a regular file is read by its name")
  func notRegular() throws {
    mkfifo(workspace.at("fifo"), 0o600)
    #expect(try fileError { _ = try LineReader(path: workspace.at("fifo")) }.cause == .notRegular)
    #expect(try fileError { _ = try LineReader(path: workspace.path) }.cause == .directory)
    #expect(try fileError { _ = try LineReader(path: workspace.at("no")) }.cause == .missing)
  }
}
