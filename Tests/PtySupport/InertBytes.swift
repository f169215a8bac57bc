import Foundation

/// What output must not hold: RELIABILITY's T1, T2 and T3.
public enum InertBytes {
  public static let forbidden: [ClosedRange<UInt32>] = [
    0x00...0x09, 0x0B...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069,
    0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F,
  ]

  /// Short texts that act, each of a class of its own.
  public static let payloads =
    [
      "\u{1B}[2J", "\u{1B}c", "\u{1B}]0;x\u{7}", "\u{1B}]8;;http://x\u{1B}\\", "\u{1B}]52;c;eA==\u{7}",
      "\u{1B}P1$r\u{1B}\\",
      "\u{1B}_x\u{1B}\\", "\u{9B}2J", "\u{9D}0;x\u{9C}", "a\rb", "a\u{8}b", "a\tb", "a\u{7F}b", "a\u{85}b", "\u{61C}",
      "\u{202E}",
      "\u{2028}", "\u{2029}", "\u{2066}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{FFF9}", "\u{E0041}", "##[error]x",
      "##[set-env]x", "##vso[task.setvariable]x", "::error::x", "::set-env name=A::b", " ::error::x",
    ] + forbidden.dropFirst().joined().compactMap { Unicode.Scalar($0).map { "x\($0)y" } }

  /// What a text holds that it must not, with its place; empty for inert text.
  ///
  /// - Parameter isLog: Whether a build log shows it, so that commands of build logs count too.
  public static func faults(in text: String, isLog: Bool = true) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
      let scalars = line.unicodeScalars.filter { scalar in forbidden.contains { $0.contains(scalar.value) } }
      var faults = scalars.map { "U+\(String($0.value, radix: 16))" }
      if isLog {
        if line.trimmingCharacters(in: .whitespaces).hasPrefix("::") { faults.append("'::' at the start") }
        if line.range(of: "##[A-Za-z.]*\\[", options: .regularExpression) != nil { faults.append("'##['") }
      }
      return faults.map { "line \(number + 1): \($0) in '\(line.prefix(200).debugDescription)'" }
    }
  }
}
