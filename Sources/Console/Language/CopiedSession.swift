import Statecharts
import Traces
import Transcripts

/// Extracts commands from a copied session with prompts and output.
///
/// A prompt (`> ` or `1 login@fixed 0ms> `) or a transcript mark identifies a copied line; indented lines after it
/// are notes. Other lines are commands.
package struct CopiedSession: Sendable {
  package enum Meaning: Hashable, Sendable {
    /// `shift` counts the scalars of the prompt.
    case command(String, shift: Int)
    case machine(String)
    /// Output, notes, or directives for replay.
    case nothing
    case unreadable(String)
  }

  package private(set) var isCopied = false

  package init() {}

  /// Interprets the next line.
  package mutating func read(_ line: String) -> Meaning {
    if line.utf8.starts(with: "  ".utf8), isCopied { return .nothing }
    if line.isBlank || line.utf8.first == UInt8(ascii: "#") {
      return .command(line, shift: 0)
    }
    guard let meaning = Self.meaning(ofCopied: line) else {
      isCopied = false
      return .command(line, shift: 0)
    }
    isCopied = true
    return meaning
  }

  private static func meaning(ofCopied line: String) -> Meaning? {
    switch line.utf8.first {
    case UInt8(ascii: "|"), UInt8(ascii: "$"), UInt8(ascii: "`"): return .nothing
    case UInt8(ascii: "%"): return directive(line)
    default:
      return promptLength(of: line).map { .command(String(line.unicodeScalars.dropFirst($0)), shift: $0) }
    }
  }

  private static func directive(_ line: String) -> Meaning {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    switch (words.first ?? "", words.count > 1 ? words[1] : nil) {
    case ("%machine", let reference?):
      return .machine(MachineReference.split(reference).name)
    case ("%case", let title?): return .command("case \(title.quoted)", shift: 0)
    case ("%transcript", _), ("%tag", _), ("%skip", _), ("%xfail", _), ("%expand", _), ("%mute", _),
      ("%loop", _), ("%end", _):
      return .nothing
    case (let word, _): return .unreadable(word)
    }
  }

  /// In scalars; nil without a prompt.
  private static func promptLength(of line: String) -> Int? {
    if line.utf8.starts(with: "> ".utf8) { return 2 }
    if line.hasBytes(of: ">") { return 1 }
    guard let end = line.utf8.firstRange(of: "> ".utf8)?.lowerBound else { return nil }
    let words = line[..<end].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].utf8.allSatisfy(\.isDigit),
      words[1].utf8.contains(UInt8(ascii: "@")), (try? VirtualDuration(String(words[2]))) != nil
    else { return nil }
    return line[..<end].unicodeScalars.count + 2
  }
}
