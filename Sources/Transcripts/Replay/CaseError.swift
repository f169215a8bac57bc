/// Why a case has no answer.
public struct CaseError: Error, Sendable {
  /// The file in which the place is; nil for the transcript itself.
  public var usedFile: String?
  public var place: SourcePlace
  public var sentence: String
  public var exitCode: ExitCode

  public init(usedFile: String? = nil, place: SourcePlace, sentence: String, exitCode: ExitCode = .badInput) {
    self.usedFile = usedFile
    self.place = place
    self.sentence = sentence
    self.exitCode = exitCode
  }
}
