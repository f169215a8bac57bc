import Testing

@testable import Files

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("What is said of a file")
struct FileErrorTests {
  @Test(
    "every cause has its code, exit code and sentence",
    arguments: [
      (.notReadable, "error[E2001]: f: permission denied; make it readable first", 2),
      (.invalidName, "error[E2002]: f: holds a name that is not UTF-8; rename that file", 2),
      (.tooManyFiles(limit: 9), "error[E3004]: f: more than 9 files; name a smaller folder", 2),
      (.nameTooLong, "error[E3004]: f: the name is too long for the file system; shorten it", 2),
      (.readFailed(SystemCode(EIO)), "error[E4001]: f: cannot be read (EIO); check the disk and try again", 4),
      (.diskFull(.oldContents), "error[E4101]: f: disk full, nothing was changed; make room and try again", 4),
      (
        .diskFull(.entries(4837)),
        "error[E4101]: f: disk full after 4837 entries, the file is valid up to there; make room and try again", 4
      ),
      (
        .diskFull(.entries(1)),
        "error[E4101]: f: disk full after 1 entry, the file is valid up to there; make room and try again", 4
      ),
      (.diskFull(.bytes(1)), "error[E4101]: f: disk full after 1 byte; make room and try again", 4),
      (
        .syncFailed(SystemCode(EIO)),
        "error[E4102]: f: the disk did not confirm the write (EIO); check the disk before you continue", 4
      ),
      (.closedPipe, "error[E4103]: f: the reader of the pipe is gone; keep it open to see the rest", 141),
      (
        .notWritable(SystemCode(EROFS)),
        "error[E4105]: f: cannot be written (EROFS); check its permissions and those of its folder", 4
      ),
      (.readOnly, "error[E4105]: f: its file system is read-only; choose another folder, or mount it for writing", 4),
      (
        .tooLargeToRead(.file(limit: 9), .entries(4837)),
        "error[E3001]: f: would be larger than 9 bytes, which no reader accepts; it ends after 4837 entries; continue in another file",
        2
      ),
      (
        .tooLargeToRead(.line(limit: 9), .oldContents),
        "error[E3002]: f: would hold a line longer than 9 bytes, which no reader accepts; nothing was changed; use shorter values",
        2
      ),
      (
        .lockFailed(SystemCode(9999)),
        "error[E4110]: f: cannot be locked (error 9999); record on a file system that supports locks", 4
      ),
      (
        .movedAway,
        "error[E4111]: f: was moved, removed or replaced while it was being recorded; record to another name", 4
      ),
      (
        .alteredOutside,
        "error[E4111]: f: was changed by another program while it was being recorded; inspect it, and record to another name",
        4
      ),
    ] as [(FileError.Cause, String, Int32)])
  func sentences(cause: FileError.Cause, description: String, exitCode: Int32) {
    let error = FileError("f", cause)
    #expect(error.description == description)
    #expect(error.exitCode == exitCode)
  }

  @Test("a file system that is read-only is said to be, whatever was tried on it")
  func readOnly() {
    let code = SystemCode(EROFS)
    for error in [
      FileError.opening("f", code), .making("f", code), .writing("f", code, kept: .oldContents), .reading("f", code),
    ] { #expect(error.cause == .readOnly) }
  }

  @Test("a folder that may not be written is an error of the environment", .enabled(if: geteuid() != 0))
  func notWritable() throws {
    let workspace = try Workspace()
    mkdir(workspace.at("locked"), 0o500)
    let error = try fileError { try createFile(at: workspace.at("locked/new"), with: "") }
    #expect(error.cause == .notWritable(SystemCode(EACCES)))
  }
}
