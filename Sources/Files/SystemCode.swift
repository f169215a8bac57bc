import CFiles

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
