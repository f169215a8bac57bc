import Foundation
import PtySupport

/// A run of the fixture or of another tool: executors are never replaced in the process of the tests.
struct FixtureRun {
  let output: String
  let errors: String
  let code: Int32

  /// - Parameters:
  ///   - lines: What it reads.
  ///   - folder: Where it runs.
  init(
    _ arguments: [String], lines: [String] = [], in folder: ScratchFolder, tool: String = "adapters-fixture"
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path(tool))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"]
    (output, errors, code) = try folder.run(process, input: Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
