/// How many cases of how many files are meant, and how many a selection left out.
package struct CaseTotal: Hashable, Sendable {
  package var cases: Int
  package var files: Int
  /// Of the files that could be read.
  package var casesLeftOut: Int
  /// Those without a case that is meant.
  package var filesLeftOut: Int

  package init(cases: Int = 0, files: Int = 0, casesLeftOut: Int = 0, filesLeftOut: Int = 0) {
    self.cases = cases
    self.files = files
    self.casesLeftOut = casesLeftOut
    self.filesLeftOut = filesLeftOut
  }

  /// Counts a file with so many cases.
  package mutating func add(_ count: Int, of all: Int) {
    cases += count
    casesLeftOut += all - count
    if count > 0 { files += 1 } else { filesLeftOut += 1 }
  }

  /// `14 cases in 12 files`; `2 cases of 14 in 1 file of 12` where some were left out.
  package var text: String { Self.text(cases, casesLeftOut, "case") + " in " + Self.text(files, filesLeftOut, "file") }

  private static func text(_ count: Int, _ leftOut: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")" + (leftOut == 0 ? "" : " of \(count + leftOut)")
  }
}
