import Traces

/// A recorded session as text: commands and the reactions that were observed.
///
/// The document keeps every line of its file, so `print()` gives back the bytes that were parsed.
package struct Transcript: Sendable {
  package let lines: [TranscriptLine]
  /// That of its commands; nil where those were not looked at.
  package let language: CommandLanguage?
  package let machine: MachineReference
  /// Where `%machine` stands in `lines`.
  package let machineIndex: Int
  /// The seed of the machine's random numbers, or nil when it draws none.
  package let seed: UInt64?
  /// Files of commands that every case runs first, relative to this file.
  package let uses: [UsedFile]
  /// The `%let` lines above the first case, which hold for all of them.
  package let bindings: [LetBinding]
  /// What the lines above the first case expand and mute.
  package let paths: OutputPaths
  package let cases: [TranscriptCase]
  /// Where `%end` stands in `lines`, as the last; nil where it is not written.
  package let endIndex: Int?

  /// What a case asks for.
  package func opening(of transcriptCase: TranscriptCase) -> CaseOpening {
    CaseOpening(
      machine: machine, seed: seed, bindings: bindings + transcriptCase.bindings,
      paths: paths.joined(with: transcriptCase.paths))
  }

  /// Returns the file's text.
  package func print() -> String { Transcript.print(lines) }

  package static func print(_ lines: [TranscriptLine]) -> String {
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
package struct MachineReference: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var variant: String
  /// Twelve hexadecimal digits, or nil when the file does not say.
  package var hash: String?

  package init(name: String, variant: String, hash: String? = nil) {
    self.name = name
    self.variant = variant
    self.hash = hash
  }

  package var description: String { "\(name)@\(variant)" }

  /// Whether a text can be a definition's hash.
  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy(\.isDigestDigit)
  }
}
