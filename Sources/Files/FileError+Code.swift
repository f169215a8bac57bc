extension FileError {
  /// The stable code that scripts may rely on: E2 input, E3 limit, E4 environment, E6 refused for safety.
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

  /// The tool's exit code: 2 for bad input, 4 for the environment, 141 for a closed pipe.
  package var exitCode: Int32 {
    if case .closedPipe = cause { return 141 }
    return code.hasPrefix("E4") ? 4 : 2
  }

  /// The line of the mistake, counted from 1, where the mistake is in the text.
  package var line: Int? {
    switch cause {
    case .invalidUTF8(let line, _), .nullByte(let line, _), .lineTooLong(let line, _): line
    case .byteOrderMark: 1
    default: nil
    }
  }

  /// The column of the mistake, counted from 1 in Unicode scalars.
  package var column: Int? {
    switch cause {
    case .invalidUTF8(_, let column), .nullByte(_, let column): column
    case .byteOrderMark: 1
    default: nil
    }
  }
}
