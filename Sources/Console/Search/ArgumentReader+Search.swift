import Traces
import ViewModels

extension SearchRequest {
  /// Parses the options of 'explore'.
  ///
  /// - Throws: A mistake with its column.
  package init(parsing text: String, of options: [SearchOption] = SearchOption.allCases) throws(Mistake) {
    var reader = ArgumentReader(ValueScanner(text), verb: .explore, source: .file, scene: nil)
    self = try reader.searchRequest(of: options)
  }
}

extension ArgumentReader {
  /// Nil if options come first.
  mutating func leadingCount() throws(Mistake) -> Int? { isAtEnd() || isAtOption ? nil : try count() }

  mutating func leadingSeed() throws(Mistake) -> UInt64? {
    if isAtEnd() || isAtOption { return nil }
    let word = try word("a seed")
    if let seed = UInt64(word.text) { return seed }
    throw Mistake(column: word.column, sentence: "a seed is a whole number from 0 to \(UInt64.max)", code: "E1038")
  }

  mutating func searchRequest(of options: [SearchOption]) throws(Mistake) -> SearchRequest {
    var request = SearchRequest()
    while !isAtEnd() {
      let word = try word("an option")
      let isOfTarget = verb === Verb.path || verb === Verb.goto
      let bound = isOfTarget && word.text == "--depth" ? "'--states N' bounds this search" : nil
      if let advice = bound ?? SearchOption.advice(instead: word.text) {
        throw Mistake(
          column: word.column, sentence: "'\(word.text)' works only on the command line; \(advice)", code: "E1068")
      }
      try take(word.naming(.searchOption, among: options, by: \.rawValue), into: &request)
    }
    return request
  }

  private mutating func take(_ option: SearchOption, into request: inout SearchRequest) throws(Mistake) {
    switch option {
    case .domain: request.domain = try text(of: option)
    case .values: request.values.append(try text(of: option))
    case .never: request.never.append(try text(of: option))
    case .always: request.always.append(try text(of: option))
    case .again: request.again.append(try text(of: option))
    case .leadsTo: request.leadsTo += try parts(of: option).map(\.word)
    case .services: request.services = try services()
    case .states: request.states = try text(of: option).count()
    case .noRaces: request.hasRaces = false
    case .pastTheScreen: request.isPastTheScreen = true
    case .histories: request.countsHistories = true
    }
  }

  private mutating func services() throws(Mistake) -> SearchDomain.Services {
    let (option, word) = (SearchOption.services, try text(of: .services))
    guard let services = SearchDomain.Services(rawValue: word.text) else {
      throw Mistake(
        column: word.column,
        sentence: "'\(word.text.shown)' is not a value of '\(option.rawValue)'; write \(option.words.alternatives)",
        code: "E1084")
    }
    return services
  }

  /// The value up to the next option, optionally in shell quotes.
  private mutating func text(of option: SearchOption) throws(Mistake) -> Word {
    let parts = try parts(of: option)
    if parts.count == 1 { return parts[0].word }
    return Word(text: scanner.text(from: parts[0].start, to: parts[parts.count - 1].end), column: parts[0].column)
  }

  private mutating func parts(of option: SearchOption) throws(Mistake) -> [Part] {
    var parts: [Part] = []
    while !isAtEnd(), !isAtOption {
      parts.append(part())
    }
    guard parts.isEmpty else { return parts }
    throw Mistake(
      column: scanner.column, sentence: "'\(option.rawValue)' lacks its value; write '\(option.usage)'", code: "E1030")
  }

  /// Parses the text before the options; adjusts the column of an error.
  mutating func readingBeforeOptions<Result>(
    _ what: String, _ read: (String) throws(Mistake) -> Result
  ) throws(Mistake) -> Result {
    var head = self
    while !isAtEnd(), !isAtOption { _ = part() }
    let start = head.scanner.offset
    head.scanner = ValueScanner(scanner.text(from: 0, to: scanner.offset))
    head.scanner.move(to: start)
    return try head.reading(what, read)
  }

  private var isAtOption: Bool {
    var probe = scanner
    return probe.skip("--")
  }

  private struct Part {
    let start: Int
    let end: Int
    let column: Int
    let word: Word
  }

  private mutating func part() -> Part {
    let (start, column) = (scanner.offset, scanner.column)
    if let text = quoted() {
      return Part(start: start, end: scanner.offset, column: column, word: Word(text: text, column: column + 1))
    }
    while let byte = scanner.next, byte != UInt8(ascii: " ") {
      if byte != UInt8(ascii: "\"") || (try? scanner.string()) == nil { scanner.move(to: scanner.offset + 1) }
    }
    let text = scanner.text(from: start, to: scanner.offset)
    return Part(start: start, end: scanner.offset, column: column, word: Word(text: text, column: column))
  }

  /// Reads a quoted word; nil, without moving, if none follows.
  private mutating func quoted() -> String? {
    var probe = scanner
    var text: String?
    if probe.skip("'") {
      let start = probe.offset
      while let byte = probe.next, byte != UInt8(ascii: "'") { probe.move(to: probe.offset + 1) }
      text = probe.text(from: start, to: probe.offset)
      guard probe.skip("'") else { return nil }
    } else if probe.next == UInt8(ascii: "\"") {
      text = try? probe.string()
    }
    guard text != nil, probe.isAtEnd || probe.next == UInt8(ascii: " ") else { return nil }
    scanner = probe
    return text
  }
}
