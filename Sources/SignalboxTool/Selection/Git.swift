import Files

/// The program that keeps revisions.
enum Git {
  /// The lines that it prints; nil where it ends with a failure.
  ///
  /// - Throws: that it cannot be started.
  static func lines(_ arguments: [String]) throws(FileError) -> [String]? {
    let process = try ChildProcess("git", ["git", "-c", "core.quotePath=false"] + arguments, isSilent: true)
    let lines = process.lines.compactMap { try? $0.text.get() }
    return process.wait() == 0 ? lines : nil
  }

  /// The folder of the repository in which the tool runs; nil where there is none, or git does not trust it.
  static var folder: String? {
    get throws(FileError) { try lines(["rev-parse", "--show-toplevel"])?.first }
  }

  /// What a revision is as a commit; nil where it is unknown.
  static func commit(of revision: String) throws(FileError) -> String? {
    try lines(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])?.first
  }
}
