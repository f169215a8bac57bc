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
