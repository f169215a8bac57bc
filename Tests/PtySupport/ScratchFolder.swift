import Foundation

/// A new folder that goes with its last reference.
public final class ScratchFolder {
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("signalbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  public func path(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Runs a process that was not started yet, and waits for it; files hold its streams, so no pipe can fill.
  ///
  /// - Returns: What it wrote, and its exit code as a shell sees it: 128 and the signal for a process that a signal
  ///   ended.
  public func run(_ process: Process, input: Data) throws -> (output: String, errors: String, code: Int32) {
    let streams = ["in", "out", "err"].map { URL(fileURLWithPath: path(".stream-\($0)")) }
    try input.write(to: streams[0])
    for stream in streams.dropFirst() { try Data().write(to: stream) }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    return (
      String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self),
      String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self),
      process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    )
  }
}
