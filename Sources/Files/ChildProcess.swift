import CFiles

/// A child process whose output is read by lines.
package final class ChildProcess {
  package let lines: LineReader
  private var output: OpenFile?
  private var input: OpenFile?
  private let process: Int32
  private var code: Int32?

  /// Bytes in a line.
  package static let lineLimit = 4 << 20

  /// Starts a program, a path or a name in `PATH`, with this process's environment and folder. `arguments` include
  /// its name; `variable` is left out of the environment.
  package init(
    _ program: String, _ arguments: [String], without variable: String? = nil, isSilent: Bool = false,
    hasInput: Bool = false, lineLimit: Int = ChildProcess.lineLimit
  ) throws(FileError) {
    var descriptors: (input: Int32, output: Int32, process: Int32) = (-1, -1, -1)
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { cfiles_free(string) } }
    let result = strings.withUnsafeMutableBufferPointer { pointer in
      withUnsafeMutablePointer(to: &descriptors.input) { input in
        cfiles_spawn(
          program, pointer.baseAddress, variable, isSilent ? 1 : 0, hasInput ? input : nil, &descriptors.output,
          &descriptors.process)
      }
    }
    guard result >= 0 else { throw FileError.opening(program, SystemCode(-result)) }
    process = descriptors.process
    lines = LineReader(descriptor: descriptors.output, name: program, lineLimit: lineLimit, ending: .lineFeed)
    output = OpenFile(owning: descriptors.output)
    input = hasInput ? OpenFile(owning: descriptors.input) : nil
  }

  /// Writes to the program's input. Not an error if the program has ended, because its lines end, too.
  package func send(_ text: String) {
    guard let input else { return }
    var text = text
    text.withUTF8 { cfiles_feed(input.descriptor, $0.baseAddress, $0.count) }
  }

  /// Runs a program with this process's environment, folder and standard output. It need not read all its input.
  package static func run(_ program: String, _ arguments: [String], input: String) throws(FileError) -> Int32 {
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { cfiles_free(string) } }
    var (descriptor, process): (Int32, Int32) = (-1, -1)
    let result = strings.withUnsafeMutableBufferPointer {
      cfiles_spawn(program, $0.baseAddress, nil, 0, &descriptor, nil, &process)
    }
    guard result >= 0 else { throw FileError.opening(program, SystemCode(-result)) }
    var input = input
    input.withUTF8 { cfiles_feed(descriptor, $0.baseAddress, $0.count) }
    _ = cfiles_close(descriptor)
    return cfiles_wait(process)
  }

  /// Returns the exit code; 128 plus the signal that ended the process.
  package func wait() -> Int32 {
    let ended = code ?? cfiles_wait(process)
    code = ended
    return ended
  }

  /// Closes its standard input, waits, and kills it at the timeout.
  package func stop(milliseconds: Int) -> Int32 {
    input = nil
    let ended = code ?? cfiles_stop(process, Int32(clamping: milliseconds))
    code = ended
    return ended
  }

  deinit {
    // Closing both ends lets a child that still writes or reads end.
    (input, output) = (nil, nil)
    _ = wait()
  }
}

package var ownProgram: String? {
  guard let path = cfiles_own_program() else { return nil }
  defer { cfiles_free(path) }
  return String(validatingCString: path)
}

extension ChildProcess {
  /// Asks a question of each number in forked copies of this process, so that a trap ends only a copy. The question
  /// must change nothing.
  ///
  /// Nil means a trap, a failed fork, or more than `seconds` in one copy.
  package static func askEach(_ count: Int, seconds: Int = 5, _ question: (Int) -> Bool) -> [Bool?] {
    var answers = [Int8](repeating: -1, count: count)
    withoutActuallyEscaping(question) { question in
      let asked = Unmanaged.passRetained(Context(question))
      defer { asked.release() }
      var next = 0
      while next < count {
        let reached = cfiles_try_each(
          next, count, UInt32(seconds), &answers,
          { context, number in
            guard let context else { return -1 }
            return Context<(Int) -> Bool>.value(at: context)(number) ? 1 : 0
          }, asked.toOpaque())
        if reached < 0 { return }
        next = reached + 1
      }
    }
    return answers.map { $0 < 0 ? nil : $0 == 1 }
  }

  /// What copies of the process computed.
  package struct Computed<Row> {
    /// Nil if `compute` returned nil or the copy ended first. Later numbers of that copy are nil too.
    package fileprivate(set) var rows: [[Row]?]
    /// Whether no copy ended early: by a trap, a time-out, full memory or a failed fork.
    package fileprivate(set) var isWhole = true
  }

  /// Computes rows for each number in copies of this process, which run side by side.
  ///
  /// - Parameters:
  ///   - bytes: The memory for the rows of one copy.
  ///   - seconds: The limit for one number.
  ///   - growth: The bytes that a copy may take besides what this process has.
  ///   - begin: Runs first in each copy.
  ///   - first: Runs here meanwhile. If it returns false, the copies are killed, and the result is nil.
  package static func computeEach<Row: BitwiseCopyable>(
    _ count: Int, copies: Int, bytes: Int = 16 << 20, seconds: UInt32, growth: Int = 512 << 20,
    begin: () -> Void = {}, first: () -> Bool, _ compute: (Int) -> [Row]?
  ) -> Computed<Row>? {
    var computed = Computed<Row>(rows: Array(repeating: nil, count: count))
    let copies = max(1, min(copies, count))
    let numbers = (0..<copies).map { count * $0 / copies..<count * ($0 + 1) / copies }
    let result = withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(begin) { begin in
        withoutActuallyEscaping(compute) { compute in
          let work = WorkOfCopies(
            first: first,
            compute: { copy, memory in
              var memory = CopiedRows<Row>(memory, bytes)
              begin()
              for number in numbers[copy] {
                cfiles_end_after(seconds)
                guard memory.append(compute(number)) else { return }
              }
              memory.end()
            },
            take: { copy, memory in
              var memory = CopiedRows<Row>(memory, bytes)
              for number in numbers[copy] { computed.rows[number] = memory.next() }
              if !memory.isAtEnd { computed.isWhole = false }
            })
          let context = Unmanaged.passRetained(Context(work))
          defer { context.release() }
          return cfiles_in_copies(
            Int32(copies), bytes, growth,
            { context, copy, memory in
              if let context, let memory { Context<WorkOfCopies>.value(at: context).compute(Int(copy), memory) }
            }, { context in context.map { Context<WorkOfCopies>.value(at: $0).first() ? 1 : 0 } ?? 0 },
            { context, copy, memory in
              if let context, let memory { Context<WorkOfCopies>.value(at: context).take(Int(copy), memory) }
            }, context.toOpaque())
        }
      }
    }
    if result < 0 { computed.isWhole = false }
    return result == 0 ? nil : computed
  }

  private struct WorkOfCopies {
    let first: () -> Bool
    let compute: (_ copy: Int, UnsafeMutableRawPointer) -> Void
    let take: (_ copy: Int, UnsafeMutableRawPointer) -> Void
  }

  /// Lists of rows in memory that a copy writes and this process reads: before each its length plus two, or one for nil;
  /// at the end minus one. Where a copy ended early, there is zero.
  private struct CopiedRows<Row: BitwiseCopyable> {
    private let memory: UnsafeMutableRawBufferPointer
    private var offset = 0

    init(_ memory: UnsafeMutableRawPointer, _ bytes: Int) {
      self.memory = UnsafeMutableRawBufferPointer(start: memory, count: bytes)
    }

    /// - Returns: Whether there was room.
    mutating func append(_ rows: [Row]?) -> Bool {
      let begin = offset + MemoryLayout<Int>.size
      let size = (rows?.count ?? 0) * MemoryLayout<Row>.stride
      guard begin + size + MemoryLayout<Int>.size <= memory.count else { return false }
      rows?.withUnsafeBytes { memory[begin..<begin + size].copyBytes(from: $0) }
      memory.storeBytes(of: rows.map { $0.count + 2 } ?? 1, toByteOffset: offset, as: Int.self)
      offset = begin + size
      return true
    }

    mutating func end() { memory.storeBytes(of: -1, toByteOffset: offset, as: Int.self) }

    var isAtEnd: Bool { memory.loadUnaligned(fromByteOffset: offset, as: Int.self) == -1 }

    /// Nil for nil, and behind the last.
    mutating func next() -> [Row]? {
      let length = memory.loadUnaligned(fromByteOffset: offset, as: Int.self)
      if length > 0 { offset += MemoryLayout<Int>.size }
      guard length > 1 else { return nil }
      let begin = offset
      offset += (length - 2) * MemoryLayout<Row>.stride
      return (0..<length - 2).map {
        memory.loadUnaligned(fromByteOffset: begin + $0 * MemoryLayout<Row>.stride, as: Row.self)
      }
    }
  }
}
