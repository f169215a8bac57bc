import Turns

/// A file of lines, each an object in JSON, the last of which holds a fingerprint of everything above it.
package enum SealedFile {
  /// A line of the file.
  package static func line(_ members: [Member]) -> String { JSONLine.sent(.record(members)) + "\n" }

  /// The whole file: the lines and the one that ends them.
  package static func sealed(_ lines: String) -> String {
    lines + line([Member("end", true), Member("fingerprint", .string(fingerprint(of: lines)))])
  }

  package static func fingerprint(of lines: String) -> String { MaskedDigest(of: lines).description }
}

/// What can be wrong with a sealed file.
package protocol SealedFileFault: FileFault {
  static func text(_ reason: TextError.Reason) -> Self
  static var truncated: Self { get }
  static var afterEnd: Self { get }
  static var misplaced: Self { get }
  static var damaged: Self { get }
}

/// Takes the lines of a sealed file one by one.
package struct SealedFileReader<Fault: SealedFileFault> {
  private let text: String
  private var rest: Substring.UTF8View
  /// Where the line begins that was read last.
  private var start: String.Index
  private var lineCount = 0
  /// The keys of the line that was read last, and their values.
  package private(set) var members: [Member] = []

  package init(_ text: String) {
    self.text = text
    rest = text[...].utf8
    start = text.startIndex
  }

  /// Reads the next line.
  package mutating func next() throws(LocatedError<Fault>) {
    lineCount += 1
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw error(.truncated) }
    start = rest.startIndex
    let value: Value
    do throws(TextError) {
      value = try JSONLine.received(String(text[start..<end]))
    } catch {
      throw LocatedError(.text(error.reason), line: lineCount, column: error.column)
    }
    guard case .record(let members) = value else { throw error(.misplaced) }
    self.members = members
    rest = rest[rest.index(after: end)...]
  }

  /// Holds the line that was read last to be the end, and the file to be whole.
  package func end() throws(LocatedError<Fault>) {
    guard rest.isEmpty else { throw LocatedError(.afterEnd, line: lineCount + 1, column: 1) }
    guard member("fingerprint") == .string(SealedFile.fingerprint(of: String(text[..<start]))) else {
      throw error(.damaged)
    }
  }

  package func member(_ key: String) -> Value? { members.first { $0.name.hasBytes(of: key) }?.value }

  package func string(_ key: String) throws(LocatedError<Fault>) -> String {
    guard let value = member(key) else { throw error(.text(.missingKey(key))) }
    guard case .string(let text) = value else { throw error(.text(.wrongValue(of: key, expected: "a text"))) }
    return text
  }

  package func number(_ key: String, _ range: ClosedRange<Int>) throws(LocatedError<Fault>) -> Int {
    guard let value = member(key) else { throw error(.text(.missingKey(key))) }
    guard case .int(let number) = value, range.contains(number) else {
      throw error(.text(.wrongValue(of: key, expected: "a number from \(range.lowerBound) to \(range.upperBound)")))
    }
    return number
  }

  /// What is wrong with the line that was read last, or is to be read first.
  package func error(_ fault: Fault) -> LocatedError<Fault> { LocatedError(fault, line: max(lineCount, 1), column: 1) }
}
