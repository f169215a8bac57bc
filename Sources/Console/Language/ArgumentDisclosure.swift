import ViewModels

/// Hides possible secrets in messages about command-line arguments, such as the value in `--ignore-path
/// 'password="x"'`. `Disclosure` does the same for search options.
package final class ArgumentDisclosure {
  private typealias Group = (isOfSearch: Bool, words: [String])

  /// Those that may hold a secret: options of searches, and comparisons.
  private let groups: [Group]
  private let known: () -> [Machine]

  /// Shorter words occur in messages by chance.
  private static let shortestWord = 3

  /// - Parameter known: Evaluated only if a message repeats a part of a comparison or of a search option.
  package init(_ arguments: [String], for known: @escaping () -> [Machine]) {
    groups = Self.groups(arguments).filter { group in
      group.isOfSearch || group.words.contains { $0.utf8.contains(where: \.isOfComparison) }
    }
    self.known = known
  }

  /// The message without possible secrets.
  package func disclosed(_ message: String) -> String {
    guard mayRepeatValue(message) else { return message }
    let message = hidden.arguments.reduce(message) { $0.replacing($1.argument, with: $1.text) }
    // A message may repeat only the beginning of a word.
    let repeats = message.utf8.words.contains { said in
      said.utf8.count >= Self.shortestWord && hidden.words.contains { $0.beginsWithBytes(of: said) }
    }
    return repeats ? "an argument cannot be read; it is not shown, since it may hold a secret" : message
  }

  /// The arguments with what is shown of them, longest first, and their withheld words that are not known names.
  private lazy var hidden: (arguments: [(argument: String, text: String)], words: Set<String>) = {
    let machines = known()
    let secrets = machines.filter(\.holdsSecrets).flatMap(\.secretNames)
    var (shown, words): ([(argument: String, text: String)], Set<String>) = ([], [])
    for group in groups {
      let text = group.words.joined(separator: " ")
      guard let first = Self.beginning(in: Array(text.utf8), secrets, needsSign: !group.isOfSearch) else { continue }
      var begin = 0
      for word in group.words {
        if begin + word.utf8.count > first, !word.isEmpty {
          let kept = String(Substring(word.utf8.prefix(max(0, first - begin))))
          shown.append((word, kept + Disclosure.mark))
          words.formUnion(word.utf8.dropFirst(kept.utf8.count).words)
        }
        begin += word.utf8.count + 1
      }
    }
    let names = shown.isEmpty ? [] : Set(machines.flatMap(\.declaredNames))
    words = words.filter {
      $0.utf8.count >= Self.shortestWord && !PlainWords.console.contains(Name($0)) && !names.contains(Name($0))
    }
    return (shown.sorted { $0.argument.utf8.count > $1.argument.utf8.count }, words)
  }()

  /// Whether the message has an argument, or a word of one, of those that may hold a secret.
  private func mayRepeatValue(_ message: String) -> Bool {
    let said = message.utf8.words.filter { $0.utf8.count >= Self.shortestWord }
    return groups.flatMap(\.words).contains { argument in
      !argument.isEmpty && message.contains(argument)
        || argument.utf8.words.contains { word in said.contains { word.beginsWithBytes(of: $0) } }
    }
  }

  /// Splits the arguments at options; `isOfSearch` means that the option compares values of a machine.
  private static func groups(_ arguments: [String]) -> [Group] {
    var groups: [Group] = [(false, [])]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 else {
        groups[groups.count - 1].words.append(argument)
        continue
      }
      groups.append((SearchOption(rawValue: parts[0])?.place != nil, parts.count > 1 ? [parts[1]] : []))
    }
    return groups
  }

  /// Where the hidden part begins: after the operator that follows a secret's name (even misspelled), or at 0 if an
  /// operator precedes the name.
  ///
  /// - Parameter needsSign: False if a name without an operator counts too.
  private static func beginning(in line: [UInt8], _ secrets: [String], needsSign: Bool) -> Int? {
    for range in line.wordRanges {
      let word = String(decoding: line[range], as: UTF8.self)
      let isMeant = secrets.contains(Name(word)) || NearestWord.find(word, among: secrets) != nil
      guard isMeant else { continue }
      if line[..<range.lowerBound].last(where: { $0 != UInt8(ascii: " ") })?.isOfComparison ?? false { return 0 }
      let behind = line[range.upperBound...].drop { $0 == UInt8(ascii: " ") }
      if behind.first?.isOfComparison ?? false {
        return behind.firstIndex { !$0.isOfComparison && $0 != UInt8(ascii: " ") } ?? line.count
      }
      if !needsSign { return behind.startIndex }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isOfComparison: Bool { "=<>!:\"".utf8.contains(self) }
}

extension Collection<UInt8> {
  fileprivate var wordRanges: [Range<Index>] {
    split { !$0.isOfWord }.map { $0.startIndex..<$0.endIndex }
  }

  fileprivate var words: [String] { wordRanges.map { String(decoding: self[$0], as: UTF8.self) } }
}
