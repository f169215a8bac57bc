import Traces
import ViewModels

/// How much of a message about the arguments of a command line may be shown.
///
/// What is typed against the name of a secret, as in `--ignore-path 'password="x"'`, is withheld wherever it is repeated. Options
/// that are read for a machine withhold their values as `Disclosure` says; this is for every other message.
package struct ArgumentDisclosure {
  /// The arguments that hold a value, the longest first, and how each may be shown.
  private var shown: [(argument: String, text: String)] = []
  /// The words that are withheld and that the console and the machines do not have, of which a message may repeat a part.
  private var words: Set<String> = []

  /// Shorter words occur in messages by chance; as a whole argument they are withheld too.
  private static let shortestWord = 3

  /// - Parameter known: The machines whose secrets may have been meant; asked for only when an argument compares something. None
  ///   is opened.
  package init(_ arguments: [String], for known: @autoclosure () -> [Machine]) {
    let compares = arguments.contains { $0.utf8.contains(where: \.isOfComparison) || $0.isSearchOption }
    guard compares else { return }
    let machines = known()
    let secrets = machines.filter(\.holdsSecrets).flatMap(\.secretNames)
    guard !secrets.isEmpty else { return }
    for group in Self.groups(arguments) {
      let text = group.words.joined(separator: " ")
      guard let hidden = Self.beginning(in: Array(text.utf8), secrets, needsSign: !group.isOfSearch) else { continue }
      var begin = 0
      for word in group.words {
        if begin + word.utf8.count > hidden, !word.isEmpty {
          let kept = String(Substring(word.utf8.prefix(max(0, hidden - begin))))
          shown.append((word, kept + Disclosure.mark))
          words.formUnion(word.utf8.dropFirst(kept.utf8.count).words)
        }
        begin += word.utf8.count + 1
      }
    }
    if shown.isEmpty { return }
    let names = Set(machines.flatMap(\.declaredNames))
    words = words.filter {
      $0.utf8.count >= Self.shortestWord && !PlainWords.console.contains(Name($0)) && !names.contains(Name($0))
    }
    shown.sort { $0.argument.utf8.count > $1.argument.utf8.count }
  }

  /// A message as it may be shown.
  package func disclosed(_ message: String) -> String {
    var message = message
    for (argument, text) in shown { message = message.replacing(argument, with: text) }
    // A message may cut what it repeats.
    let repeats = message.utf8.words.contains { said in
      said.utf8.count >= Self.shortestWord && words.contains { $0.beginsWithBytes(of: said) }
    }
    return repeats ? "an argument cannot be read; it is not shown, since it may hold a secret" : message
  }

  /// The arguments up to the next option, and whether the option before them compares values of a machine.
  private static func groups(_ arguments: [String]) -> [(isOfSearch: Bool, words: [String])] {
    var groups: [(isOfSearch: Bool, words: [String])] = [(false, [])]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 else {
        groups[groups.count - 1].words.append(argument)
        continue
      }
      groups.append((parts[0].isSearchOption, parts.count > 1 ? [parts[1]] : []))
    }
    return groups
  }

  /// Where what is withheld begins: behind the sign that follows the name of a secret, or a misspelled one, or at the first word
  /// of a line that has the name behind a sign.
  ///
  /// - Parameter needsSign: Whether a name alone is no comparison, as in the path of a file.
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

extension String {
  /// Whether it is an option of a search that takes a value.
  fileprivate var isSearchOption: Bool { SearchOption(rawValue: self)?.place != nil }
}

extension UInt8 {
  fileprivate var isOfComparison: Bool { "=<>!:\"".utf8.contains(self) }
}

extension Collection<UInt8> {
  /// Where its runs of letters and digits are.
  fileprivate var wordRanges: [Range<Index>] {
    split { !$0.isOfWord }.map { $0.startIndex..<$0.endIndex }
  }

  fileprivate var words: [String] { wordRanges.map { String(decoding: self[$0], as: UTF8.self) } }
}
