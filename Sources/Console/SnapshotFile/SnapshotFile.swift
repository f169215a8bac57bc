import Statecharts
import Traces

/// A snapshot as a file, version 1: a header, the definition's names, what belongs to no instance, a line for each
/// instance and each piece of work, and an end line with a fingerprint of everything above it.
///
/// It holds secrets as they are; whoever writes it keeps it to its owner.
package enum SnapshotFile {
  package static let version = 1
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 64 << 20
  /// The most values in a file that is read: each takes far more memory than its text.
  package static let valueLimit = 1_000_000
  /// What a file's name ends in, so that `open` knows it from a machine.
  package static let suffix = ".snapshot"

  /// What the first line says.
  package struct Header: Hashable, Sendable {
    /// `login@fixed`.
    package var machine: String
    /// The definition's fingerprint: 12 hexadecimal digits.
    package var definition: String

    package init(machine: String, definition: String) {
      self.machine = machine
      self.definition = definition
    }
  }

  /// The canonical text of a snapshot: equal snapshots have equal bytes.
  package static func encode(_ snapshot: Snapshot, of program: Program, _ header: Header) -> String {
    let form = snapshot.form(program)
    var text = SealedFile.line([
      Member("snapshot", .int(version)), Member("machine", .string(header.machine)),
      Member("definition", .string(header.definition)),
    ])
    text += SealedFile.line([Member("outline", form.outline)])
    text += SealedFile.line([Member("frame", form.frame)])
    for entry in form.instances {
      text += SealedFile.line([Member("instance", .int(entry.place)), Member("value", entry.value)])
    }
    for work in form.work { text += SealedFile.line([Member("work", work)]) }
    return SealedFile.sealed(text)
  }
}
