import Files

/// How large a transcript may be, for who reads it and for who writes it.
public struct TranscriptLimits: Hashable, Sendable {
  /// Bytes in a file.
  public var fileBytes = 16 << 20
  /// Bytes in a line.
  public var lineBytes = 1 << 20
  /// Located problems that are kept; the others are only counted.
  public var problems = 100

  public init() {}

  /// The limits of the file as a text.
  public var text: TextLimits { TextLimits(fileBytes: fileBytes, lineBytes: lineBytes, lastLineBytes: 32) }
}
