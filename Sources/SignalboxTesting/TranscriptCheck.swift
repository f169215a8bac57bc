import Console
import Files
import Traces
import Transcripts

/// One case of a transcript as the argument of a test:
///
/// ```swift
/// @Test(arguments: TranscriptCheck.all(in: "Transcripts", catalogue: catalogue))
/// func holds(_ check: TranscriptCheck) throws { try check.run() }
/// ```
///
/// A file that cannot be read, and a folder without cases, is a check that fails: nothing is passed over in silence.
public struct TranscriptCheck: Sendable, CustomStringConvertible {
  private enum Subject: Sendable {
    case transcript(TranscriptFile, TranscriptCase)
    case unreadable(String)
  }

  /// `login.transcript:3 a wrong password`
  public let description: String
  private let subject: Subject
  private let catalogue: Catalogue
  private let executable: String

  /// Every case of the transcripts in a folder, in the order of their paths and lines.
  ///
  /// - Parameters:
  ///   - folder: an absolute path, or one from the working folder of the test (the package's).
  ///   - executable: the name of the tool over this catalogue, for the commands in a failure's text.
  public static func all(in folder: String, catalogue: Catalogue, executable: String = "signalbox") -> [TranscriptCheck]
  {
    let files: [String]
    do {
      files = try listFiles(under: folder, withExtension: "transcript").files
    } catch {
      return [TranscriptCheck(failing: "\(error)", in: folder, catalogue, executable)]
    }
    guard !files.isEmpty else {
      return [TranscriptCheck(failing: "\(folder): holds no transcript", in: folder, catalogue, executable)]
    }
    return files.flatMap { all(inFile: $0, catalogue: catalogue, executable: executable) }
  }

  /// Every case of one transcript.
  public static func all(
    inFile path: String, catalogue: Catalogue, executable: String = "signalbox"
  ) -> [TranscriptCheck] {
    do throws(TranscriptFile.Problem) {
      let source = try TranscriptFile(path: path)
      return source.transcript.cases.map { TranscriptCheck($0, of: source, catalogue, executable) }
    } catch {
      return [TranscriptCheck(failing: error.text, in: path, catalogue, executable)]
    }
  }

  private init(
    _ transcriptCase: TranscriptCase, of source: TranscriptFile, _ catalogue: Catalogue, _ executable: String
  ) {
    description = "\(source.path):\(transcriptCase.line) \(transcriptCase.title)".inertLine
    subject = .transcript(source, transcriptCase)
    self.catalogue = catalogue
    self.executable = executable
  }

  private init(failing text: String, in path: String, _ catalogue: Catalogue, _ executable: String) {
    description = path.inertLine
    subject = .unreadable(text)
    self.catalogue = catalogue
    self.executable = executable
  }

  /// Why the case is not run; nil when it is.
  public var skipReason: String? {
    guard case .transcript(_, let transcriptCase) = subject else { return nil }
    return transcriptCase.skipReason
  }

  /// Replays the case on a fresh machine.
  ///
  /// - Throws: what does not hold, with file and line, as `replay` tells it.
  public func run() throws(TranscriptFailure) {
    switch subject {
    case .unreadable(let text): throw TranscriptFailure(text: text)
    case .transcript(let source, let transcriptCase):
      let runner = ConsoleRunner(catalogue: catalogue)
      let result = source.transcript.replay(transcriptCase, used: source.used, with: runner)
      guard result.verdict.exitCode != .agreed else { return }
      let report = ReplayReport(path: source.path, transcript: source.transcript, cases: [result])
      throw TranscriptFailure(text: FailureText(executable: executable).lines(of: [report]).joined(separator: "\n"))
    }
  }
}

extension TranscriptFile.Problem {
  /// What is wrong, as `replay` tells it.
  fileprivate var text: String {
    switch self {
    case .unreadable(let error), .unusable(let error, _): "\(error)"
    case .malformed(let problems, let path, let text):
      ProblemText.lines(of: problems, path: path, source: Array(text.utf8)).joined(separator: "\n")
    }
  }
}
