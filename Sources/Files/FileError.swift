import CFiles

/// An error of a file operation. Only `path` may hold untrusted text; pass it through the terminal's sanitiser
/// before printing.
package struct FileError: Error, Hashable, Sendable {
  package var path: String
  package var cause: Cause

  package init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  package enum Cause: Hashable, Sendable {
    case missing
    case folderMissing
    case notReadable
    case directory
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
    case invalidName

    case alreadyExists
    case noWholeLine
    /// Replacing the file would change or lose something else.
    case unsafeTarget(TargetFault)
    case unsafePath(PathFault)

    case locked
    case lockFailed(SystemCode)
    case movedAway
    case alteredOutside
    case tooLargeToRead(TextLimits.Fault, Kept)
    case readOnly
    case notWritable(SystemCode)
    case diskFull(Kept)
    case fileSizeLimit(Kept)
    case writeFailed(SystemCode, Kept)
    case syncFailed(SystemCode)
    /// The tool ends quietly (see ``endByClosedPipe()``).
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
    /// A transcript could not name it.
    case outside
  }

  package enum Kept: Hashable, Sendable {
    case oldContents
    case entries(Int)
    case bytes(Int)
  }
}

extension FileError {
  /// The stable code for scripts: E2 input, E3 limit, E4 environment, E6 refused for safety.
  package var code: String {
    switch cause {
    case .missing, .folderMissing, .notReadable, .directory, .notRegular, .linkLoop: "E2001"
    case .invalidUTF8, .nullByte, .byteOrderMark, .invalidName: "E2002"
    case .noWholeLine: "E2110"
    case .alreadyExists: "E2120"
    case .tooLarge, .tooLargeToRead(.file, _): "E3001"
    case .lineTooLong, .tooLargeToRead(.line, _): "E3002"
    case .tooDeep: "E3003"
    case .tooManyFiles, .nameTooLong: "E3004"
    case .readFailed: "E4001"
    case .diskFull: "E4101"
    case .syncFailed: "E4102"
    case .writeFailed, .closedPipe: "E4103"
    case .fileSizeLimit: "E4104"
    case .notWritable, .readOnly: "E4105"
    case .locked, .lockFailed: "E4110"
    case .movedAway, .alteredOutside: "E4111"
    case .unsafePath: "E6001"
    case .unsafeTarget: "E6201"
    }
  }

  /// 2 for input, 4 for the environment, 141 for a closed pipe.
  package var exitCode: Int32 {
    if case .closedPipe = cause { return 141 }
    return code.hasPrefix("E4") ? 4 : 2
  }

  /// Counted from 1.
  package var line: Int? {
    switch cause {
    case .invalidUTF8(let line, _), .nullByte(let line, _), .lineTooLong(let line, _): line
    case .byteOrderMark: 1
    default: nil
    }
  }

  /// Counted from 1, in Unicode scalars.
  package var column: Int? {
    switch cause {
    case .invalidUTF8(_, let column), .nullByte(_, let column): column
    case .byteOrderMark: 1
    default: nil
    }
  }
}

extension FileError {
  static func opening(_ path: String, _ code: SystemCode) -> FileError {
    switch code.number {
    case ENOENT, ENOTDIR, EINVAL: FileError(path, .missing)
    case EACCES, EPERM: FileError(path, .notReadable)
    case EISDIR: FileError(path, .directory)
    case ENXIO, ENODEV: FileError(path, .notRegular)
    case ELOOP: FileError(path, .linkLoop)
    case ENAMETOOLONG: FileError(path, .nameTooLong)
    case EROFS: FileError(path, .readOnly)
    default: FileError(path, .readFailed(code))
    }
  }

  static func reading(_ path: String, _ code: SystemCode) -> FileError {
    switch code.number {
    case EISDIR: FileError(path, .directory)
    case ENODEV: FileError(path, .notRegular)
    case EROFS: FileError(path, .readOnly)
    default: FileError(path, .readFailed(code))
    }
  }

  /// An error while a file is made; the old file is unchanged.
  static func making(_ path: String, _ code: SystemCode) -> FileError {
    switch code.number {
    case ENOENT, ENOTDIR, EINVAL: FileError(path, .folderMissing)
    case EEXIST: FileError(path, .alreadyExists)
    case EISDIR: FileError(path, .unsafeTarget(.directory))
    case ELOOP: FileError(path, .unsafeTarget(.symbolicLink))
    case ENAMETOOLONG: FileError(path, .nameTooLong)
    case ENOSPC, EDQUOT: FileError(path, .diskFull(.oldContents))
    case EROFS: FileError(path, .readOnly)
    default: FileError(path, .notWritable(code))
    }
  }

  static func writing(_ path: String, _ code: SystemCode, kept: Kept) -> FileError {
    switch code.number {
    case ENOSPC, EDQUOT: FileError(path, .diskFull(kept))
    case EFBIG: FileError(path, .fileSizeLimit(kept))
    case EPIPE: FileError(path, .closedPipe)
    case EROFS: FileError(path, .readOnly)
    default: FileError(path, .writeFailed(code, kept))
    }
  }
}

package struct SystemCode: Error, Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package var name: String {
    Self.names.first { $0.number == number }?.name ?? "error \(number)"
  }

  private static let names: [(number: Int32, name: String)] = [
    (ENOENT, "ENOENT"), (EACCES, "EACCES"), (EPERM, "EPERM"), (EEXIST, "EEXIST"), (ENOTDIR, "ENOTDIR"),
    (EISDIR, "EISDIR"), (EINVAL, "EINVAL"), (EMFILE, "EMFILE"), (ENFILE, "ENFILE"), (EFBIG, "EFBIG"),
    (ENOSPC, "ENOSPC"), (EDQUOT, "EDQUOT"), (EROFS, "EROFS"), (EPIPE, "EPIPE"), (EIO, "EIO"), (EBADF, "EBADF"),
    (ELOOP, "ELOOP"), (ENAMETOOLONG, "ENAMETOOLONG"), (ETXTBSY, "ETXTBSY"), (EBUSY, "EBUSY"), (ENXIO, "ENXIO"),
    (ENODEV, "ENODEV"), (ENOLCK, "ENOLCK"), (EAGAIN, "EAGAIN"), (ENOMEM, "ENOMEM"), (EOPNOTSUPP, "EOPNOTSUPP"),
  ]
}

/// Throws a negative result, because it is an error number.
@discardableResult
func checked<Number: FixedWidthInteger>(_ result: Number) throws(SystemCode) -> Number {
  guard result < 0 else { return result }
  throw SystemCode(Int32(-Int(result)))
}

/// Runs a system call; `error` gives its failure the file's path and what it means there.
func attempt<Result>(
  _ call: @autoclosure () throws(SystemCode) -> Result, failing error: (SystemCode) -> FileError
) throws(FileError) -> Result {
  do {
    return try call()
  } catch let code {
    throw error(code)
  }
}

extension FileError: CustomStringConvertible {
  /// `error[E2002]: a.trace:17:23: invalid UTF-8; save the text as UTF-8`
  package var description: String {
    "error[\(code)]: \(place): \(message)"
  }

  package var place: String {
    ([path.cutAsPath] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch cause {
    case .missing: "no such file; check the name and the folder"
    case .folderMissing: "its folder does not exist; create the folder first"
    case .notReadable: "permission denied; make it readable first"
    case .directory: "is a directory; name a file in it"
    case .notRegular: "is not a regular file; copy its contents to a regular file"
    case .linkLoop: "symbolic links form a loop; name the file itself"
    case .readFailed(let code): "cannot be read (\(code.name)); check the disk and try again"
    case .tooLarge(let limit): "larger than \(limit) bytes; split it"
    case .lineTooLong(_, let limit): "line longer than \(limit) bytes; break it up"
    case .nameTooLong: "the name is too long for the file system; shorten it"
    case .tooDeep(let limit): "folders nest more than \(limit) deep; name a folder further down"
    case .tooManyFiles(let limit): "more than \(limit) files; name a smaller folder"
    case .invalidUTF8: "invalid UTF-8; save the text as UTF-8"
    case .nullByte: "a NUL byte is not text; remove it"
    case .byteOrderMark: "starts with a byte order mark; save it as UTF-8 without one"
    case .invalidName: "holds a name that is not UTF-8; rename that file"
    case .alreadyExists: "already exists; choose another name"
    case .noWholeLine: "holds no complete line to continue from; remove it and record again"
    case .unsafeTarget(let fault): fault.message
    case .unsafePath(let fault): fault.message
    case .locked: "already being recorded by another process; end that one or choose another name"
    case .lockFailed(let code): "cannot be locked (\(code.name)); record on a file system that supports locks"
    case .movedAway: "was moved, removed or replaced while it was being recorded; record to another name"
    case .alteredOutside:
      "was changed by another program while it was being recorded; inspect it, and record to another name"
    case .tooLargeToRead(.file(let limit), let kept):
      "would be larger than \(limit) bytes, which no reader accepts; \(kept.clause); continue in another file"
    case .tooLargeToRead(.line(let limit), let kept):
      "would hold a line longer than \(limit) bytes, which no reader accepts; \(kept.clause); use shorter values"
    case .readOnly: "its file system is read-only; choose another folder, or mount it for writing"
    case .notWritable(let code): "cannot be written (\(code.name)); check its permissions and those of its folder"
    case .diskFull(let kept): "disk full\(kept.suffix); make room and try again"
    case .fileSizeLimit(let kept): "the limit on file sizes was reached\(kept.suffix); raise it with ulimit -f"
    case .writeFailed(let code, let kept): "cannot be written (\(code.name))\(kept.suffix); check its destination"
    case .syncFailed(let code): "the disk did not confirm the write (\(code.name)); check the disk before you continue"
    case .closedPipe: "the reader of the pipe is gone; keep it open to see the rest"
    }
  }
}

extension FileError.Kept {
  fileprivate var clause: String {
    switch self {
    case .oldContents, .bytes: "nothing was changed"
    case .entries(1): "it ends after 1 entry"
    case .entries(let count): "it ends after \(count) entries"
    }
  }

  fileprivate var suffix: String {
    switch self {
    case .oldContents: ", nothing was changed"
    case .entries(1): " after 1 entry, the file is valid up to there"
    case .entries(let count): " after \(count) entries, the file is valid up to there"
    case .bytes(1): " after 1 byte"
    case .bytes(let count): " after \(count) bytes"
    }
  }
}

extension FileError.TargetFault {
  fileprivate var message: String {
    switch self {
    case .symbolicLink: "is a symbolic link, so it is not replaced; name the file that it points to"
    case .hardLinked: "has more than one name (hard links), so it is not replaced; copy it to a file of its own"
    case .directory: "is a directory, so it is not replaced; name a file"
    case .notRegular: "is not a regular file, so it is not replaced; name a file"
    }
  }
}

extension FileError.PathFault {
  fileprivate var message: String {
    switch self {
    case .empty: "the path is empty; name a file beside this one"
    case .absolute: "an absolute path inside a file is not allowed; write it relative to the folder"
    case .parent: "'..' in a path inside a file is not allowed; keep the file in the folder or below"
    case .controlCharacter: "the path holds a control character; remove it"
    case .symbolicLink: "a path inside a file may not use a symbolic link; name the file itself"
    case .tooLong: "the path is longer than \(RelativePath.byteLimit) bytes; shorten it"
    case .outside: "a transcript names a diagram in its folder or below; save it into the diagram's folder or one above"
    }
  }
}

extension String {
  private static let widestPath = 240

  /// Shortens a long path in the middle; it is not yet escaped.
  package var cutAsPath: String {
    let (scalars, half) = (unicodeScalars, Self.widestPath / 2)
    guard scalars.count > Self.widestPath else { return self }
    return "\(String(scalars.prefix(half)))...\(String(scalars.suffix(half - 3)))"
  }
}
