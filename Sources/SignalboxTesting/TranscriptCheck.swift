import Console
import Files
import Traces
import Transcripts
import ViewModels

/// A case of a transcript, as a test argument:
///
/// ```swift
/// @Test(arguments: TranscriptCheck.all(in: "Transcripts", machines: machines))
/// func holds(_ check: TranscriptCheck) throws { try check.run() }
/// ```
///
/// Paths are relative to the test's file. An unreadable file, or a folder without cases, gives a failing check.
public struct TranscriptCheck: Sendable, CustomStringConvertible {
  private enum Subject: Sendable {
    case transcript(TranscriptFile, TranscriptCase)
    case unreadable(String)
  }

  /// For example `login/retry.transcript:3 a wrong password`.
  public let description: String
  private let subject: Subject
  private let catalogue: Catalogue
  private let executable: String

  /// Every case of the transcripts in a folder, in the order of their paths and lines.
  ///
  /// - Parameters:
  /// - folder: an absolute path, or one from the folder of `file`.
  /// - machines: what the transcripts may open.
  /// - executable: the tool over these machines, for the commands in a failure's text. Machines of adapters run in
  ///   the executable of its last word, beside the tests: make it a dependency of the test target.
  /// - file: the file of the test.
  public static func all(
    in folder: String, machines: [Machine], executable: String = "signalbox", beside file: String = #filePath
  ) -> [TranscriptCheck] {
    let (folder, catalogue) = (path(folder, beside: file), Catalogue(machines))
    let files: [String]
    do {
      files = try listFiles(under: folder, withExtension: "transcript").files
    } catch {
      return [TranscriptCheck(folder, .unreadable("\(error)"), catalogue, executable)]
    }
    guard !files.isEmpty else {
      return [TranscriptCheck(folder, .unreadable("\(folder): holds no transcript"), catalogue, executable)]
    }
    return files.flatMap { all(inFile: $0, named: $0.fromFolder(folder), catalogue, executable) }
  }

  /// Every case of one transcript.
  ///
  /// - Parameters:
  /// - path: an absolute path, or one from the folder of `file`.
  /// - machines: what the transcript may open.
  /// - executable: the tool over these machines, for the commands in a failure's text. Machines of adapters run in
  ///   the executable of its last word, beside the tests: make it a dependency of the test target.
  /// - file: the file of the test.
  public static func all(
    inFile path: String, machines: [Machine], executable: String = "signalbox", beside file: String = #filePath
  ) -> [TranscriptCheck] {
    let path = Self.path(path, beside: file)
    return all(inFile: path, named: splitPath(path).name, Catalogue(machines), executable)
  }

  private static func all(
    inFile path: String, named name: String, _ catalogue: Catalogue, _ executable: String
  ) -> [TranscriptCheck] {
    do throws(TranscriptFile.Problem) {
      let source = try TranscriptFile(path: path, text: TranscriptFile.readText(path), language: .console)
      return source.transcript.cases.map {
        TranscriptCheck("\(name):\($0.line) \($0.title)", .transcript(source, $0), catalogue, executable)
      }
    } catch {
      return [TranscriptCheck(path, .unreadable(error.text), catalogue, executable)]
    }
  }

  private static let slash = UInt8(ascii: "/")

  /// Resolves leading `.` and `..`, without the file system.
  private static func path(_ path: String, beside file: String) -> String {
    guard path.utf8.first != slash else { return path }
    var names = file.utf8.split(separator: slash, omittingEmptySubsequences: false).dropLast()
    var rest = path.utf8.split(separator: slash)[...]
    while let name = rest.first, name.elementsEqual("..".utf8) || name.elementsEqual(".".utf8), !names.isEmpty {
      if name.count == 2 { names.removeLast() }
      rest.removeFirst()
    }
    return (names + rest).map { String(Substring($0)) }.joined(separator: "/")
  }

  private init(_ description: String, _ subject: Subject, _ catalogue: Catalogue, _ executable: String) {
    self.description = description.inertLine
    self.subject = subject
    self.catalogue = catalogue
    self.executable = executable
  }

  /// Why the case is skipped; nil if it runs.
  public var skipReason: String? {
    guard case .transcript(_, let transcriptCase) = subject else { return nil }
    return transcriptCase.skipReason
  }

  /// Replays the case on a fresh machine.
  ///
  /// - Throws: The differences, with file and line, as `replay` prints them.
  public func run() throws(TranscriptFailure) {
    switch subject {
    case .unreadable(let text): throw TranscriptFailure(text: text)
    case .transcript(let source, let transcriptCase) where runsObjects(source):
      try runInLab("\(source.path):\(transcriptCase.line)")
    case .transcript(let source, let transcriptCase):
      let runner = ConsoleRunner(catalogue: catalogue)
      let result = source.transcript.replay(transcriptCase, used: source.used, with: runner)
      guard result.verdict.exitCode != .agreed else { return }
      let report = ReplayReport(path: source.path, transcript: source.transcript, cases: [result])
      throw TranscriptFailure(text: FailureText(executable: executable).lines(of: [report]).joined(separator: "\n"))
    }
  }
}

extension TranscriptCheck {
  private func runsObjects(_ source: TranscriptFile) -> Bool {
    (try? catalogue.machine(named: "\(source.transcript.machine)"))?.runsObjects ?? false
  }

  /// Replays a case in the tool, because objects need the main thread and the executors of a process.
  private func runInLab(_ place: String) throws(TranscriptFailure) {
    let lab = executable.split(separator: " ").last.map(String.init) ?? executable
    let program = "\(ownProgram.map { splitPath($0).folder } ?? ".")/\(lab)"
    let process: ChildProcess
    do {
      process = try ChildProcess(program, [lab, "replay", place])
    } catch {
      throw TranscriptFailure(
        text: "\(error): it runs objects of classes for the tests; add '\(lab)' to the dependencies of the test target")
    }
    var lines: [String] = []
    while let line = process.lines.next() { lines.append((try? line.text.get()) ?? "") }
    guard process.wait() == 0 else { throw TranscriptFailure(text: lines.joined(separator: "\n")) }
  }
}

extension String {
  fileprivate func fromFolder(_ folder: String) -> String {
    String(Substring(utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

extension TranscriptFile.Problem {
  /// The problem as `replay` prints it.
  fileprivate var text: String {
    switch self {
    case .unreadable(let error), .unusable(let error, _): "\(error)"
    case .malformed(let problems, let path, let text):
      ProblemText.lines(of: problems, path: path, source: text, language: .console).joined(separator: "\n")
    }
  }
}

/// A failed case.
public struct TranscriptFailure: Error, CustomStringConvertible {
  /// The text that `replay` prints, with terminal and build-log commands made harmless.
  public let text: String

  init(text: String) {
    self.text = text.inertOutput
  }

  public var description: String { text }
}
