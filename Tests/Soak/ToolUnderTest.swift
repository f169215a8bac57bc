import Foundation
import PtySupport

/// The tool, run in folders of its own.
struct ToolUnderTest {
  /// The longest run; more is a hang.
  static let patience = 30.0

  let path: String

  init() {
    self.init("signalbox", "SIGNALBOX")
  }

  /// The tool over the corpus of classes: `OBJECTS`, else the one beside this program.
  var objects: ToolUnderTest { ToolUnderTest("adapters-fixture", "OBJECTS") }

  private init(_ name: String, _ variable: String) {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name).path
    path = ProcessInfo.processInfo.environment[variable] ?? beside ?? name
  }

  /// The environment of a session on a terminal, whose prompts come without colours.
  static func terminal(_ home: ScratchFolder) -> [String: String] {
    PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
  }

  struct Outcome {
    var output: Data
    var errors: Data
    /// As a shell sees it.
    var code: Int32

    var text: String { String(decoding: output, as: UTF8.self) + String(decoding: errors, as: UTF8.self) }
  }

  /// Runs the tool and waits for it.
  ///
  /// - Parameter delay: after how many seconds it is killed; nil lets it end.
  /// - Throws: that it did not end in time.
  func run(
    _ arguments: [String], input: Data = Data(), in folder: ScratchFolder, environment: [String: String] = [:],
    through wrapper: [String] = [], killedAfter delay: Double? = nil
  ) throws -> Outcome {
    let process = Process()
    let command = wrapper + [path] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    let streams = try [".in", ".out", ".err"].map { name in
      let url = URL(fileURLWithPath: folder.path(name))
      try (name == ".in" ? input : Data()).write(to: url)
      return url
    }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    try wait(for: process, killedAfter: delay)
    let code = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return Outcome(output: try Data(contentsOf: streams[1]), errors: try Data(contentsOf: streams[2]), code: code)
  }

  private func wait(for process: Process, killedAfter delay: Double?) throws {
    let began = Date()
    while process.isRunning {
      let passed = Date().timeIntervalSince(began)
      if let delay, passed >= delay { kill(process.processIdentifier, SIGKILL) }
      if passed > Self.patience {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw SoakFailure("\(process.arguments ?? []) did not end within \(Self.patience) s")
      }
      usleep(delay == nil ? 1000 : 200)
    }
    process.waitUntilExit()
  }

  /// Runs the tool on something broken: it must answer, in time, with an exit code of its own, and inertly.
  @discardableResult
  func answer(_ arguments: [String], input: Data = Data(), in folder: ScratchFolder) throws -> Outcome {
    let outcome = try run(arguments, input: input, in: folder)
    guard (0...4).contains(outcome.code) else {
      throw SoakFailure("\(arguments) ended with \(outcome.code): \(outcome.text.suffix(300).debugDescription)")
    }
    if let fault = InertBytes.faults(in: outcome.text).first { throw SoakFailure("\(arguments) said \(fault)") }
    return outcome
  }

  /// Runs the tool where it has to succeed.
  @discardableResult
  func succeed(_ arguments: [String], input: String = "", in folder: ScratchFolder) throws -> Outcome {
    let outcome = try run(arguments, input: Data(input.utf8), in: folder)
    guard outcome.code == 0 else {
      throw SoakFailure("\(arguments) ended with \(outcome.code): \(outcome.text.suffix(300).debugDescription)")
    }
    return outcome
  }
}

extension ScratchFolder {
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  func put(_ bytes: Data, _ name: String) throws { try bytes.write(to: URL(fileURLWithPath: path(name))) }

  /// What a run wrote beside its streams, hidden files included.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: self.path(name), isDirectory: &isFolder)
        return isThere && !isFolder.boolValue && ![".in", ".out", ".err", ".operations"].contains(name)
      }.sorted()
    }
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
