import Foundation
import PtySupport

/// A run of the fixture: executors are never replaced in the process of the tests.
struct FixtureRun {
  let output: String
  let errors: String
  let code: Int32

  /// - Parameters:
  ///   - lines: What it reads.
  ///   - folder: Where it runs.
  init(_ arguments: [String], lines: [String] = [], in folder: ScratchFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path("adapters-fixture"))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"]
    let streams = ["in", "out", "err"].map { URL(fileURLWithPath: folder.path(".stream-\($0)")) }
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: streams[0])
    for stream in streams.dropFirst() { try Data().write(to: stream) }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    output = String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
    code = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }
}
