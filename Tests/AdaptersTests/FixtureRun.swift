import Foundation
import PtySupport

/// A run of the fixture: executors are never replaced in the process of the tests.
struct FixtureRun {
  let output: String
  let errors: String
  let code: Int32

  /// - Parameters:
  ///   - lines: What it reads.
  ///   - longestCall: After how many seconds a call that does not return ends it.
  ///   - folder: Where it runs.
  init(_ arguments: [String], lines: [String] = [], longestCall: Int = 10, in folder: ScratchFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path("adapters-fixture"))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = [
      "HOME": folder.path, "SWIFT_BACKTRACE": "enable=no", "LONGEST_CALL": "\(longestCall)",
    ]
    (output, errors, code) = try folder.run(process, input: Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
