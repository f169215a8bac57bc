import Files

/// The transcripts that a path names: itself, those in the folder, or those that fit a pattern.
struct TranscriptFiles {
  let paths: [String]
  let staleTemporaries: [String]
  /// What the path names: `a folder`, `a pattern`; nil for a file.
  let noun: String?

  /// - Throws: why the folder cannot be searched; a path that names no folder is taken for a file.
  init(_ path: String) throws {
    do throws(FileError) {
      let listing = try listFiles(under: path, withExtension: Self.fileExtension)
      (paths, staleTemporaries, noun) = (listing.files, listing.staleTemporaries, "a folder")
    } catch {
      guard error.cause == .missing, error.path.utf8.elementsEqual(path.utf8) else { throw error }
      guard let pattern = PathPattern(path), (try? realPath(path)) == nil else {
        (paths, staleTemporaries, noun) = ([path], [], nil)
        return
      }
      let listing = try listFiles(under: pattern.folder, withExtension: Self.fileExtension)
      paths = listing.files.compactMap(pattern.matched)
      staleTemporaries = []
      noun = "a pattern"
      guard paths.isEmpty else { return }
      throw Diagnostic(
        code: "E1117", path: path,
        sentence: "no transcript matches this pattern; '*' and '?' match within a name, '**' matches folders too")
    }
  }

  static let fileExtension = "transcript"

  /// The paths of the transcripts that an argument names, of which there has to be one.
  static func paths(of argument: String) throws -> [String] {
    let paths = try TranscriptFiles(argument).paths
    if paths.isEmpty { throw Diagnostic.noTranscript(in: argument) }
    return paths
  }
}

extension Diagnostic {
  /// A folder has none.
  fileprivate static func noTranscript(in folder: String) -> Diagnostic {
    Diagnostic(code: "E1103", path: folder, sentence: "the folder holds no file whose name ends with '.transcript'")
  }
}
