import Traces

/// What a new package is called: the name of its view model's type, and what follows from it.
struct PackageName {
  /// `SecondFactor`: the package and the type.
  let type: String

  /// Returns nil unless the name is that of a Swift type: an upper-case letter, then letters and digits, all of ASCII.
  init?(_ type: String) {
    let bytes = Array(type.utf8)
    guard let first = bytes.first, first.isUpperCase, bytes.count <= 60 else { return nil }
    guard bytes.allSatisfy({ $0.isLetter || $0.isDigit }) else { return nil }
    self.type = type
  }

  private init(sample: String) {
    type = sample
  }

  /// A name like any other.
  static let sample = PackageName(sample: "Sample")

  /// `second-factor`: the machine.
  var machine: String {
    let bytes = Array(type.utf8)
    var words: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let begins = index > 0 && byte.isUpperCase
      let endsWord = begins && !bytes[index - 1].isUpperCase
      let beginsWord = begins && index + 1 < bytes.count && bytes[index + 1].isLowerCase
      if endsWord || beginsWord { words.append(UInt8(ascii: "-")) }
      words.append(byte.lowerCased)
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// `second-factor-lab`: the executable.
  var lab: String { "\(machine)-lab" }
  /// `SecondFactorMachines`: the module of the view models.
  var machines: String { "\(type)Machines" }
  /// `SecondFactorTests`
  var tests: String { "\(type)Tests" }
}
