import Files

/// The transcripts that a path names: itself, or those in the folder.
struct TranscriptFiles {
  let paths: [String]
  let staleTemporaries: [String]
  let isFolder: Bool

  /// - Throws: why the folder cannot be searched; a path that names no folder is taken for a file.
  init(_ path: String) throws(FileError) {
    do throws(FileError) {
      let listing = try listFiles(under: path, withExtension: "transcript")
      (paths, staleTemporaries, isFolder) = (listing.files, listing.staleTemporaries, true)
    } catch {
      guard error.cause == .missing, error.path.utf8.elementsEqual(path.utf8) else { throw error }
      (paths, staleTemporaries, isFolder) = ([path], [], false)
    }
  }
}

extension Diagnostic {
  /// A folder has none.
  static func noTranscript(in folder: String) -> Diagnostic {
    Diagnostic(code: "E1103", path: folder, sentence: "the folder holds no file whose name ends with '.transcript'")
  }
}
