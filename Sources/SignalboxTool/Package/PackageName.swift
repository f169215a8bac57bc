/// What a new package is called: the name of its view model's type, and what follows from it.
struct PackageName {
  /// `SecondFactor`: the package and the type.
  let type: String

  /// Returns nil unless the name is that of a Swift type: an upper-case letter, then letters and digits, all of ASCII.
  init?(_ type: String) {
    let bytes = Array(type.utf8)
    guard let first = bytes.first, first.isUpperCase, bytes.count <= 60 else { return nil }
    guard bytes.allSatisfy({ $0.isUpperCase || $0.isLowerCase || $0.isDigit }) else { return nil }
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
      words.append(byte.isUpperCase ? byte | 0x20 : byte)
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

extension UInt8 {
  fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLowerCase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
