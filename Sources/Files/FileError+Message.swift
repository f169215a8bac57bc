extension FileError: CustomStringConvertible {
  /// The code, the place and the sentence: `error[E2002]: a.trace:17:23: invalid UTF-8; save the text as UTF-8`.
  package var description: String {
    "error[\(code)]: \(place): \(message)"
  }

  /// The path, followed by `:LINE` and `:COLUMN` where they are known.
  package var place: String {
    ([path.cutAsPath] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  /// One sentence without the place: what is wrong and what to do.
  package var message: String {
    switch cause {
    case .missing: "no such file; check the name and the folder"
    case .folderMissing: "its folder does not exist; create the folder first"
    case .notReadable: "permission denied; make it readable first"
    case .directory: "is a directory; name a file in it"
    case .notRegular: "is not a regular file; copy what it holds into one"
    case .linkLoop: "symbolic links lead in a circle; name the file itself"
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
    case .noWholeLine: "holds no complete line to go on from; remove it and record anew"
    case .unsafeTarget(let fault): "\(fault.what), so it is not replaced; \(fault.cure)"
    case .unsafePath(let fault): fault.message
    case .locked: "already being recorded by another process; end that one or choose another name"
    case .lockFailed(let code): "cannot be locked (\(code.name)); record on a file system that can lock"
    case .movedAway: "was moved, removed or replaced while it was being recorded; record to another name"
    case .alteredOutside:
      "was changed by somebody else while it was being recorded; look at it, and record to another name"
    case .tooLargeToRead(.file(let limit), let kept):
      "would be larger than \(limit) bytes, which nothing reads; \(kept.clause); go on in another file"
    case .tooLargeToRead(.line(let limit), let kept):
      "would hold a line longer than \(limit) bytes, which nothing reads; \(kept.clause); use shorter values"
    case .readOnly: "its file system is read-only; choose another folder, or mount it for writing"
    case .notWritable(let code): "cannot be written (\(code.name)); check its permissions and those of its folder"
    case .diskFull(let kept): "disk full\(kept.suffix); make room and try again"
    case .fileSizeLimit(let kept): "the limit on file sizes was reached\(kept.suffix); raise it with ulimit -f"
    case .writeFailed(let code, let kept): "cannot be written (\(code.name))\(kept.suffix); check where it leads"
    case .syncFailed(let code): "the disk did not confirm the write (\(code.name)); check the disk before going on"
    case .closedPipe: "the reader of the pipe is gone; keep it open to see the rest"
    }
  }
}

extension FileError.Kept {
  /// What stands where something was not written at all.
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
  fileprivate var what: String {
    switch self {
    case .symbolicLink: "is a symbolic link"
    case .hardLinked: "has more than one name (hard links)"
    case .directory: "is a directory"
    case .notRegular: "is not a regular file"
    }
  }

  fileprivate var cure: String {
    switch self {
    case .symbolicLink: "name the file that it leads to"
    case .hardLinked: "copy it to a file of its own"
    case .directory, .notRegular: "name a file"
    }
  }
}

extension FileError.PathFault {
  fileprivate var message: String {
    switch self {
    case .empty: "the path is empty; name a file beside this one"
    case .absolute: "an absolute path is not followed from inside a file; write it relative to the folder"
    case .parent: "'..' is not followed from inside a file; keep the file in the folder or below"
    case .controlCharacter: "the path holds a control character; remove it"
    case .symbolicLink: "a symbolic link is not followed from inside a file; use the file itself"
    case .tooLong: "the path is longer than \(RelativePath.byteLimit) bytes; shorten it"
    }
  }
}

extension String {
  /// The longest path that a message shows whole, in scalars.
  private static let widestPath = 240

  /// A path as messages show it, before it is escaped: of one that is very long the beginning and the end.
  package var cutAsPath: String {
    let (scalars, half) = (unicodeScalars, Self.widestPath / 2)
    guard scalars.count > Self.widestPath else { return self }
    return "\(String(scalars.prefix(half)))...\(String(scalars.suffix(half - 3)))"
  }
}
