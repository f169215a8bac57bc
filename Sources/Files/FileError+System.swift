import CFiles

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
    case EROFS: FileError(path, .readOnly)
    default: FileError(path, .readFailed(code))
    }
  }

  /// A failure to make a file or to put it in its place; what was there before is untouched.
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

  static func locking(_ path: String, _ code: SystemCode) -> FileError {
    FileError(path, code.number == EWOULDBLOCK ? .locked : .lockFailed(code))
  }
}

/// An error number of the operating system.
package struct SystemCode: Error, Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// The number's name, as in `ENOSPC`, or `error 123` for one that files do not usually give.
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

/// The result of a call to `CFiles`, thrown when it is a negative error number.
@discardableResult
func checked<Number: FixedWidthInteger>(_ result: Number) throws(SystemCode) -> Number {
  guard result < 0 else { return result }
  throw SystemCode(Int32(-Int(result)))
}
