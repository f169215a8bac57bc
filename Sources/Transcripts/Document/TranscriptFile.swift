import Files

/// A transcript with its used files.
package struct TranscriptFile: Sendable {
  package let path: String
  package private(set) var transcript: Transcript
  package let used: [UsedCommands]

  package enum Problem: Error {
    case unreadable(FileError)
    case unusable(FileError, UsedFile)
    /// Problems in the transcript or a used file, with that file's text.
    case malformed(TranscriptProblems, path: String, text: String)
  }

  /// - Parameter isGoneOnWith: Whether a recording may lack `%end`.
  package init(
    path: String, text: String, language: CommandLanguage, awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(Problem) {
    self.path = path
    do throws(TranscriptProblems) {
      transcript = try Transcript.parse(
        text, language: language, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
    } catch {
      throw .malformed(error, path: path, text: text)
    }
    transcript.machine = transcript.machine.inside(splitPath(path).folder)
    var used: [UsedCommands] = []
    for file in transcript.uses { used.append(try Self.commands(of: file, usedBy: path, language)) }
    self.used = used
  }

  package static func readText(_ path: String) throws(Problem) -> String {
    do throws(FileError) {
      let limits = TranscriptLimits().text
      return try Files.readText(path, limit: limits.fileBytes, lineLimit: limits.lineBytes)
    } catch {
      throw .unreadable(error)
    }
  }

  private static func commands(
    of file: UsedFile, usedBy path: String, _ language: CommandLanguage
  ) throws(Problem) -> UsedCommands {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    let text: String
    do throws(FileError) {
      let limits = TranscriptLimits().text
      text = try Files.readText(file.path, under: folder, limit: limits.fileBytes, lineLimit: limits.lineBytes)
    } catch {
      throw .unusable(error, file)
    }
    do throws(TranscriptProblems) {
      return try UsedCommands.parse(text, path: file.path, language: language)
    } catch {
      throw .malformed(error, path: file.path, text: text)
    }
  }
}
