/// Text that acts on terminals and build logs.
enum HostileText {
  /// Every scalar of RELIABILITY's T1: C0, DEL, C1, and what turns the direction of writing, hides, or takes no room.
  static let scalars: [ClosedRange<UInt32>] = [
    0x01...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF...0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE007F,
  ]

  /// What ends cells, code and blocks of a comment in Markdown, and mentions people.
  static let markdown = "</pre></details>|`x`|@all $a$ **b** [c](d) <b>\n\n# e"

  /// A name with all of it, after a workflow command at its start and before one inside.
  static func name(_ word: String) -> String {
    var text = "::error::\(word)\u{1B}[2J\u{9B}31m\u{1B}]0;x\u{7}"
    for value in scalars.joined() { Unicode.Scalar(value).map { text.unicodeScalars.append($0) } }
    return text + "##[error]##vso[task]\r\n::error::\(word)"
  }
}
