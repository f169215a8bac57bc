extension Session {
  /// Goes on by hand where a case of a transcript has led: every verb is taken, and the case keeps its title.
  package mutating func goOn(withCase title: String) {
    options.isTranscript = false
    run?.givenTitle = title
  }

  /// Goes on with the recording that holds the case. Nothing runs again.
  ///
  /// - Returns: How many entries the recording has to have; nil when no machine is open.
  package mutating func resumeRecording(to file: String) -> Int? {
    guard run != nil else { return nil }
    recording = RecordingState(file: file)
    return recordedEntryCount
  }
}
