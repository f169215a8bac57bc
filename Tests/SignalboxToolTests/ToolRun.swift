import Foundation
import PtySupport

/// What a run of the built tool said, and how it ended.
struct ToolRun {
  var output: String
  var errors: String
  /// The exit code as a shell sees it: 128 and the signal for a process that a signal ended.
  var code: Int32

  /// Runs the tool in a folder and waits for it.
  ///
  /// - Parameter tool: Another executable over the tool, with a catalogue of its own.
  init(
    _ arguments: [String], input: Data = Data(), in folder: ScratchFolder, environment: [String: String] = [:],
    tool: String = "signalbox"
  ) throws {
    let process = try Self.process(arguments, in: folder, environment: environment, tool: tool)
    (output, errors, code) = try folder.run(process, input: input)
  }

  init(_ arguments: [String], lines: [String], in folder: ScratchFolder, tool: String = "signalbox") throws {
    try self.init(arguments, input: Data(lines.map { $0 + "\n" }.joined().utf8), in: folder, tool: tool)
  }

  /// The tool, not yet started, with nothing of the environment of the person who tests.
  static func process(
    _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:], tool: String = "signalbox"
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path(tool))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
    return process
  }

  /// Runs a line of shell in which `$S` is the tool.
  static func shell(_ line: String, in folder: ScratchFolder) throws -> ToolRun {
    let process = try process([], in: folder, environment: ["S": BuiltProduct.path("signalbox")])
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line + " >.out 2>.err"]
    try process.run()
    process.waitUntilExit()
    return ToolRun(
      output: try folder.text(".out"), errors: try folder.text(".err"), code: process.terminationStatus)
  }

  /// Runs a line of shell that finds what the person who tests has, such as the compiler.
  static func callersShell(_ line: String, in folder: ScratchFolder) throws -> ToolRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return try shell("export PATH='\(path)'; { \(line); }", in: folder)
  }

  /// Whether `Scripts/setup --tests` installs the programs of others that read what the tool writes.
  static let isDebian = FileManager.default.fileExists(atPath: "/usr/bin/apt-get")

  /// Type-checks files as a package of its own over the modules of this build.
  static func typeCheck(_ files: String, in folder: ScratchFolder) throws -> ToolRun {
    let modules = ["Modules", "CAdapters.build", "CLocks.build"].map { "-I '\(BuiltProduct.folder)/\($0)'" }.joined(
      separator: " ")
    return try callersShell("swiftc -swift-version 6 -typecheck -module-name Mine \(modules) \(files)", in: folder)
  }

  private init(output: String, errors: String, code: Int32) {
    self.output = output
    self.errors = errors
    self.code = code
  }
}

extension ScratchFolder {
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted() }
  }
}
