import PtySupport

extension PtySession {
  /// Leaves a session of the tool whose commands are not saved, without them.
  func leaveWithout() throws {
    try send("\u{4}")
    try expect("stay? ")
    try send("leave\r")
  }
}
