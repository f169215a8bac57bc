import Traces

/// A recorded session as text: commands and the reactions that were observed.
///
/// The document keeps every line of its file, so `print()` gives back the bytes that were parsed.
public struct Transcript: Sendable {
  public let lines: [TranscriptLine]
  public let machine: MachineReference
  /// Where `%machine` stands in `lines`.
  public let machineIndex: Int
  /// The seed of the machine's random numbers, or nil when it draws none.
  public let seed: UInt64?
  /// Files of commands that every case runs first, relative to this file.
  public let uses: [UsedFile]
  /// The `%let` lines above the first case, which hold for all of them.
  public let bindings: [LetBinding]
  /// What the lines above the first case expand and mute.
  public let paths: OutputPaths
  public let cases: [TranscriptCase]
  /// Where `%end` stands in `lines`, as the last; nil where it is not written.
  public let endIndex: Int?

  /// What a case asks for.
  public func opening(of transcriptCase: TranscriptCase) -> CaseOpening {
    CaseOpening(
      machine: machine, seed: seed, bindings: bindings + transcriptCase.bindings,
      paths: paths.joined(with: transcriptCase.paths))
  }

  /// Returns the file's text.
  public func print() -> String { Transcript.print(lines) }

  static func print(_ lines: [TranscriptLine]) -> String {
    var text = ""
    for line in lines {
      text += line.kind.prefix
      text += line.rest
      text += "\n"
    }
    return text
  }
}

/// The machine that a transcript names: `login@fixed`, and the hash of the definition it was recorded with.
public struct MachineReference: Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var variant: String
  /// Twelve hexadecimal digits, or nil when the file does not say.
  public var hash: String?

  public init(name: String, variant: String, hash: String? = nil) {
    self.name = name
    self.variant = variant
    self.hash = hash
  }

  public var description: String { "\(name)@\(variant)" }

  /// Whether a text can be a definition's hash.
  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
