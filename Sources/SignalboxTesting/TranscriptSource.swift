import Console
import Files
import Transcripts

/// A transcript that was read, with the files that it uses.
struct TranscriptSource: Sendable {
  let path: String
  let transcript: Transcript
  let used: [UsedCommands]

  /// - Throws: every problem of the file, or of one that it uses.
  init(path: String) throws(TranscriptFailure) {
    self.path = path
    let limits = TranscriptLimits()
    let verbs = Verb.names
    do {
      let bytes = Array(try readText(path, limit: limits.fileBytes).utf8)
      transcript = try Self.parsed(path, bytes) { try Transcript.parse(bytes, verbs: verbs) }
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
      used = try transcript.uses.map { file in
        let bytes = Array(try readText(file.path, under: folder, limit: limits.fileBytes).utf8)
        return try Self.parsed(file.path, bytes) { try UsedCommands.parse(bytes, path: file.path, verbs: verbs) }
      }
    } catch let failure as TranscriptFailure {
      throw failure
    } catch {
      throw TranscriptFailure(text: "\(error)")
    }
  }

  private static func parsed<Parsed>(
    _ path: String, _ bytes: [UInt8], _ parse: () throws -> Parsed
  ) throws -> Parsed {
    do {
      return try parse()
    } catch let problems as TranscriptProblems {
      throw TranscriptFailure(text: ProblemText.lines(of: problems, path: path, source: bytes).joined(separator: "\n"))
    }
  }
}
