import ArgumentParser

extension CompletionKind {
  /// Machines of the catalogue, each variant as `NAME@VARIANT`.
  static let machines = CompletionKind.custom(MachineTitles.beginning)

  static let transcripts = CompletionKind.file(extensions: ["transcript"])
}

/// What completes the name of a machine while the command line is parsed: the parser's closures are given nothing of the
/// tool.
enum MachineTitles {
  @TaskLocal static var known: [String] = []

  @Sendable
  static func beginning(_ words: [String], _ index: Int, _ word: String) -> [String] {
    known.filter { $0.utf8.starts(with: word.utf8) }
  }
}
