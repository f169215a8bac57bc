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
    if let code { return code }
    let ended = cfiles_wait(process)
    code = ended
    return ended
  }

  /// Closes its standard input, waits, and kills it at the timeout.
  package func stop(milliseconds: Int) -> Int32 {
    input = nil
    if let code { return code }
    let ended = cfiles_stop(process, Int32(clamping: milliseconds))
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
      let asked = Unmanaged.passRetained(Question(question))
      defer { asked.release() }
      var next = 0
      while next < count {
        let reached = cfiles_try_each(
          next, count, UInt32(seconds), &answers,
          { context, number in
            guard let context else { return -1 }
            return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().ask(number) ? 1 : 0
          }, asked.toOpaque())
        if reached < 0 { return }
        next = reached + 1
      }
    }
    return answers.map { $0 < 0 ? nil : $0 == 1 }
  }

  private final class Question {
    let ask: (Int) -> Bool

    init(_ ask: @escaping (Int) -> Bool) { self.ask = ask }
  }
}
