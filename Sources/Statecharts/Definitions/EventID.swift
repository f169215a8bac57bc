/// An event's name as a number of one program. Strings are met only where events come in and are printed.
public struct EventID: Hashable, Sendable {
  /// The name's place in the program's table; below zero a name that only this turn knows.
  let number: Int32
  /// Who numbered it; 0 for one that never leaves the kernel.
  let program: UInt32

  init(number: Int32, of program: UInt32 = 0) {
    self.number = number
    self.program = program
  }
}
