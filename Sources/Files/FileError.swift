/// Why a file could not be read, written, replaced, locked or listed.
///
/// `path` and nothing else may hold untrusted text; whoever prints it passes it through the terminal's sanitiser.
package struct FileError: Error, Hashable, Sendable {
  /// The path as the caller gave it, or the name of a stream (`stdin`).
  package var path: String
  package var cause: Cause

  package init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  package enum Cause: Hashable, Sendable {
    case missing
    /// The folder in which a file was to be made does not exist.
    case folderMissing
    case notReadable
    case directory
    /// A FIFO, a device or a socket.
    case notRegular
    case linkLoop
    case readFailed(SystemCode)

    case tooLarge(limit: Int)
    case lineTooLong(line: Int, limit: Int)
    case nameTooLong
    case tooDeep(limit: Int)
    case tooManyFiles(limit: Int)

    case invalidUTF8(line: Int, column: Int)
    case nullByte(line: Int, column: Int)
    case byteOrderMark
    /// A folder holds a name that is not UTF-8.
    case invalidName

    case alreadyExists
    /// A recording to go on with holds no complete line.
    case noWholeLine
    /// A file that is not replaced, since that would change or lose something else.
    case unsafeTarget(TargetFault)
    /// A path written inside a file that is not followed.
    case unsafePath(PathFault)

    case locked
    case lockFailed(SystemCode)
    /// Another file stands where the recording was, or none.
    case movedAway
    /// Somebody else wrote to the recording, or cut it.
    case alteredOutside
    /// A text that no reader would take is not written.
    case tooLargeToRead(TextLimits.Fault, Kept)
    case readOnly
    case notWritable(SystemCode)
    case diskFull(Kept)
    case fileSizeLimit(Kept)
    case writeFailed(SystemCode, Kept)
    case syncFailed(SystemCode)
    /// Nobody reads the other end any more; the tool ends quietly (see ``endByClosedPipe()``).
    case closedPipe
  }

  package enum TargetFault: Hashable, Sendable {
    case symbolicLink
    case hardLinked
    case directory
    case notRegular
  }

  package enum PathFault: Hashable, Sendable {
    case empty
    case absolute
    case parent
    case controlCharacter
    case symbolicLink
    case tooLong
  }

  /// What is safe after a write that failed.
  package enum Kept: Hashable, Sendable {
    /// The file is as it was before, or still absent.
    case oldContents
    /// The entries that were appended whole since the file was opened.
    case entries(Int)
    /// The bytes that the stream took.
    case bytes(Int)
  }
}
