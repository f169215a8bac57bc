/// A word that makes a run depend on something other than its script: time, chance, hash seeds, the machine.
struct ForbiddenWord {
  let word: String
  let cure: String

  static let all: [ForbiddenWord] = [
    ForbiddenWord(word: ".random(", cure: "draw from the snapshot's seed"),
    ForbiddenWord(word: ".randomElement()", cure: "draw from the snapshot's seed"),
    ForbiddenWord(word: "shuffled()", cure: "draw from the snapshot's seed"),
    ForbiddenWord(word: "shuffle()", cure: "draw from the snapshot's seed"),
    ForbiddenWord(word: "SystemRandomNumberGenerator", cure: "draw from the snapshot's seed"),
    ForbiddenWord(word: "UUID()", cure: "count from the snapshot"),
    ForbiddenWord(word: "Date()", cure: "take the snapshot's clock"),
    ForbiddenWord(word: "ContinuousClock", cure: "take the snapshot's clock"),
    ForbiddenWord(word: "SuspendingClock", cure: "take the snapshot's clock"),
    ForbiddenWord(word: "Task.sleep", cure: "put work on the agenda"),
    ForbiddenWord(word: "hashValue", cure: "compare canonical bytes, since Swift's hashes differ from run to run"),
    ForbiddenWord(word: "Hasher()", cure: "use the fixed-key fingerprint, since Swift's hashes differ from run to run"),
  ]

  static func violations(path: String, text: String) -> [Violation] {
    let code = SwiftCode(text)
    let words = all.filter { code.text.holds($0.word) }
    if words.isEmpty { return [] }
    return code.lines.enumerated().flatMap { index, line in
      words.filter { $0.occurs(in: line) && !Exceptions.allow($0.word, in: path) }.map {
        Violation(path: path, line: index + 1, message: "'\($0.word)' makes runs differ; \($0.cure)")
      }
    }
  }

  /// Whether the word stands in a line by itself, not as the tail or head of a longer identifier.
  private func occurs(in line: String) -> Bool {
    guard line.contains(word) else { return false }
    let bytes = Array(line.utf8)
    let sought = Array(word.utf8)
    guard bytes.count >= sought.count, let first = sought.first, let last = sought.last else { return false }
    return (0...(bytes.count - sought.count)).contains { start in
      let end = start + sought.count
      guard bytes[start..<end].elementsEqual(sought) else { return false }
      let opens = start == 0 || !Self.isIdentifier(first) || !Self.isIdentifier(bytes[start - 1])
      let closes = end == bytes.count || !Self.isIdentifier(last) || !Self.isIdentifier(bytes[end])
      return opens && closes
    }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default:
      false
    }
  }
}
