import CFiles

/// Another program that runs beside this one, and is read line by line.
package final class ChildProcess {
  /// What it says on standard output.
  package let lines: LineReader
  private var output: OpenFile?
  /// What it reads on standard input; nil where it has none.
  private var input: OpenFile?
  private let process: Int32
  private var code: Int32?

  /// The longest line that is read of it, in bytes.
  package static let lineLimit = 4 << 20

  /// Starts a program with this one's environment and folder.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name, which is looked for where `PATH` says.
  ///   - arguments: With the name that it is called by.
  ///   - variable: A variable of the environment that it does not get.
  ///   - isSilent: Whether nobody sees its standard error.
  ///   - hasInput: Whether it is written to; else it has no input.
  ///   - lineLimit: The longest line that is read of it, in bytes.
  /// - Throws: that there is no such program, or that the system gives no process.
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

  /// Writes to its standard input, if it has one. A program that ended reads nothing, which is no failure: its lines end, too.
  package func send(_ text: String) {
    guard let input else { return }
    var text = text
    text.withUTF8 { cfiles_feed(input.descriptor, $0.baseAddress, $0.count) }
  }

  /// Runs a program with this one's environment, folder and standard output, and waits for its end.
  ///
  /// - Parameter input: Its standard input, of which it need not read all.
  /// - Returns: Its exit code: 128 and the signal where a signal ended it.
  /// - Throws: that there is no such program, or that the system gives no process.
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

  /// Waits for its end and returns its exit code: 128 and the signal where a signal ended it.
  package func wait() -> Int32 {
    if let code { return code }
    let ended = cfiles_wait(process)
    code = ended
    return ended
  }

  /// Closes its standard input, waits for its end and kills it if the time is over first.
  ///
  /// - Returns: Its exit code, as ``wait()`` returns it.
  package func stop(milliseconds: Int) -> Int32 {
    input = nil
    if let code { return code }
    let ended = cfiles_stop(process, Int32(clamping: milliseconds))
    code = ended
    return ended
  }

  deinit {
    // Whoever still writes finds the pipe closed and ends, and whoever still reads is at the end.
    (input, output) = (nil, nil)
    _ = wait()
  }
}

/// The path of the program that runs; nil where the system does not tell.
package var ownProgram: String? {
  guard let path = cfiles_own_program() else { return nil }
  defer { cfiles_free(path) }
  return String(validatingCString: path)
}

extension ChildProcess {
  /// Asks a question of each number below a count, in a copy of this process: code that traps ends the copy only.
  ///
  /// - Parameters:
  ///   - seconds: How long a copy may run; what it is asked then counts as trapped.
  ///   - question: Must change nothing; what it prints is not seen.
  /// - Returns: The answers; nil where the question trapped, or where the system gives no process.
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

  /// What C code has a pointer to.
  private final class Question {
    let ask: (Int) -> Bool

    init(_ ask: @escaping (Int) -> Bool) { self.ask = ask }
  }
}
