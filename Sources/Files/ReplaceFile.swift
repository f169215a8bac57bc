/// Replaces a file by `text`, or makes it where there is none: afterwards the name holds the old text or the new one,
/// whole, whatever happens.
///
/// - Parameters:
///   - newPermissions: those of a file that was not there, less the umask.
///   - limits: what the file's readers take; nil for any size.
/// - Throws: `unsafeTarget` for a symbolic link, anything but a regular file, and a file of several names; a failure to
///   write, after which the old text stands and nothing is left behind; `syncFailed`, which is final; `tooLargeToRead`.
package func replaceFile(
  at path: String, with text: String, newPermissions: UInt32 = 0o644, limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path)
  let old = try place.target()
  try TemporaryFile(
    beside: place, holding: [text], permissions: old?.permissions, newPermissions: newPermissions
  ).replace()
}

/// Makes a file that holds `text`; it appears whole or not at all.
///
/// - Parameters:
///   - permissions: less the umask.
///   - limits: what the file's readers take; nil for any size.
/// - Throws: `alreadyExists` for whatever stands under the name, a symbolic link that leads nowhere included;
///   `tooLargeToRead`.
package func createFile(
  at path: String, with text: String, permissions: UInt32 = 0o644, limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path)
  try TemporaryFile(beside: place, holding: [text], permissions: nil, newPermissions: permissions).appear()
}

/// Ends, before the work whose result is to be kept, where `replaceFile` would find no place for it.
///
/// - Throws: what `replaceFile` throws before it writes.
package func requirePlace(at path: String) throws(FileError) {
  _ = try FilePlace(path).target()
}

/// Ends, before the work whose results are to be kept in a folder, where there is no such folder.
///
/// - Throws: what `createFile` throws for a file in it, with the folder's path.
package func requireFolder(_ path: String) throws(FileError) {
  guard !path.isEmpty else { throw FileError(path, .missing) }
  do {
    _ = try Folder(path)
  } catch {
    throw FileError.making("\(path)/", error)
  }
}
