import Files

/// A transcript that was read, with the files that it uses.
package struct TranscriptFile: Sendable {
  package let path: String
  package let transcript: Transcript
  package let used: [UsedCommands]

  /// Why a file cannot be taken.
  package enum Problem: Error {
    case unreadable(FileError)
    /// A file that it uses cannot be read.
    case unusable(FileError, UsedFile)
    /// Mistakes in it, or in a file that it uses, with that file's text.
    case malformed(TranscriptProblems, path: String, text: String)
  }

  /// - Parameters:
  ///   - text: What the file holds.
  ///   - language: That of the commands.
  ///   - awaitsOutput: Whether a case may stand without any output.
  ///   - isGoneOnWith: Whether a recording may lack its `%end`.
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
    var used: [UsedCommands] = []
    for file in transcript.uses { used.append(try Self.commands(of: file, usedBy: path, language)) }
    self.used = used
  }

  /// The text of a file within a transcript's limits.
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
      return try UsedCommands.parse(Array(text.utf8), path: file.path, language: language)
    } catch {
      throw .malformed(error, path: file.path, text: text)
    }
  }
}
