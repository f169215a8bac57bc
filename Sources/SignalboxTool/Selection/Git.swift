import Files

enum Git {
  /// Nil if git fails; throws if it cannot be started.
  static func lines(_ arguments: [String]) throws(FileError) -> [String]? {
    let process = try ChildProcess("git", ["git", "-c", "core.quotePath=false"] + arguments, isSilent: true)
    let lines = process.lines.compactMap { try? $0.text.get() }
    return process.wait() == 0 ? lines : nil
  }

  /// Nil if there is none or git does not trust it.
  static var folder: String? {
    get throws(FileError) { try lines(["rev-parse", "--show-toplevel"])?.first }
  }

  static func commit(of revision: String) throws(FileError) -> String? {
    try lines(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])?.first
  }
}
