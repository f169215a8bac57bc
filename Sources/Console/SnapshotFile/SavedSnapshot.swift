import Statecharts
import Traces

/// What a snapshot file holds, before a definition gives it meaning.
package struct SavedSnapshot: Sendable {
  package let header: SnapshotFile.Header
  package let form: SnapshotForm
  /// The line of the first instance; the others and the work follow it line by line.
  private static let firstInstanceLine = 4

  /// Reads a file's text. Whatever its bytes are, it ends in a snapshot or in an error with its place.
  package init(_ text: String) throws(SnapshotFileError) {
    guard text.utf8.count <= SnapshotFile.sizeLimit else { throw SnapshotFileError(.tooLarge, line: 1, column: 1) }
    guard text.valueCount <= SnapshotFile.valueLimit else {
      throw SnapshotFileError(.tooManyValues, line: 1, column: 1)
    }
    var reader = SnapshotFileReader(text)
    header = try reader.header()
    let outline = try reader.value(of: "outline")
    let frame = try reader.value(of: "frame")
    var form = SnapshotForm(outline: outline, frame: frame, instances: [], work: [])
    while try !reader.readBody(into: &form) {}
    self.form = form
  }

  /// Makes the snapshot that was saved, for the definition that it was saved of.
  package func restored(for program: Program, _ definition: String) throws(SnapshotFileError) -> Snapshot {
    let snapshot = try located { () throws(SnapshotProblem) in try Snapshot(form, of: program) }
    guard header.definition.utf8.elementsEqual(definition.utf8) else {
      throw SnapshotFileError(.problem(.otherDefinition([])), line: 1, column: 1)
    }
    return snapshot
  }

  /// Makes what is left of the snapshot for another definition.
  ///
  /// - Returns: The snapshot, and a phrase for each thing that was dropped.
  package func migrated(to program: Program) throws(SnapshotFileError) -> (snapshot: Snapshot, dropped: [String]) {
    try located { () throws(SnapshotProblem) in try Snapshot.migrated(form, to: program) }
  }

  private func located<Result>(_ make: () throws(SnapshotProblem) -> Result) throws(SnapshotFileError) -> Result {
    do throws(SnapshotProblem) {
      return try make()
    } catch {
      throw SnapshotFileError(.problem(error.reason), line: line(of: error.part), column: 1)
    }
  }

  private func line(of part: SnapshotProblem.Part) -> Int {
    switch part {
    case .outline: 2
    case .frame: 3
    case .instance(let position): SavedSnapshot.firstInstanceLine + position
    case .work(let position): SavedSnapshot.firstInstanceLine + form.instances.count + position
    }
  }
}

extension String {
  /// At most how many JSON values stand in it, counted without making any: each follows a line feed, a comma or a bracket
  /// outside of texts.
  fileprivate var valueCount: Int {
    var count = 1
    var isQuoted = false
    var isEscaped = false
    for byte in utf8 {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if byte == UInt8(ascii: "\"") { isQuoted = false } else { isEscaped = byte == UInt8(ascii: "\\") }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == 0x0A {
        count += 1
      }
    }
    return count
  }
}
