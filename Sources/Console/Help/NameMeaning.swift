import Traces
import ViewModels

/// What a `$name` means, for display.
struct NameMeaning: Hashable, Sendable {
  /// `$right`, or `$password.right` if `$right` is ambiguous.
  var reference: String
  /// Nil for a name from the transcript.
  var owner: String?
  /// The value. `<secret>` replaces secrets, and all of a value that a secret field accepts.
  var text: String
}

extension Scene {
  /// One meaning per owner.
  func meanings(ofName name: String) -> [NameMeaning] {
    names.entries.filter { entry in
      Name(entry.name) == name || (entry.owner.map { Name("\($0).\(entry.name)") == name } ?? false)
    }.map(meaning)
  }

  /// In order of appearance; quoted texts are skipped.
  func meanings(ofNamesIn lines: [String]) -> [NameMeaning] {
    var seen: Set<String> = []
    return lines.flatMap(Self.names).filter { seen.insert($0).inserted }.compactMap { meanings(ofName: $0).first }
  }

  func meaning(of entry: NamedValues.Entry) -> NameMeaning {
    let reference = names.reference(to: entry.value, of: entry.owner) ?? "$\(entry.name)"
    let text = disclosed(entry).map { ValuePrinter(.whole).text(of: $0) } ?? "<secret>"
    return NameMeaning(reference: reference, owner: entry.owner, text: text.escaped)
  }

  /// Nil if all of it may be secret.
  private func disclosed(_ entry: NamedValues.Entry) -> Value? {
    guard let owner = entry.owner else { return machine.holdsSecrets ? nil : entry.value }
    let told = recipients(called: owner).map { machine.disclosed(entry.value, to: $0) }
    guard !told.isEmpty || !machine.holdsSecrets else { return nil }
    return told.first(where: \.holdsSecret) ?? entry.value
  }

  private func recipients(called owner: String) -> [Recipient] {
    (field(at: owner) == nil ? [] : [.field(owner)])
      + (machine.control(named: owner) == nil ? [] : [.edit(control: owner)])
      + (input(named: owner) == nil ? [] : [.input(owner)])
      + (machine.serviceNames.contains(Name(owner)) ? [.success(of: owner)] : [])
  }

  private static func names(in line: String) -> [String] {
    var scanner = ValueScanner(line)
    var names: [String] = []
    while let byte = scanner.next {
      if byte == UInt8(ascii: "\""), (try? scanner.string()) != nil { continue }
      scanner.move(to: scanner.offset + 1)
      guard byte == UInt8(ascii: "$") else { continue }
      let start = scanner.offset
      while let next = scanner.next, !" ,)]}\"".utf8.contains(next) { scanner.move(to: scanner.offset + 1) }
      names.append(scanner.text(from: start, to: scanner.offset))
    }
    return names
  }
}

extension Session {
  /// The meanings of names in a reply, except those in `told`.
  package func meanings(in reply: Reply, except told: Set<String>) -> [(reference: String, line: String)] {
    guard let scene = run?.scene else { return [] }
    let width = max(options.width, 22) - 2
    return scene.meanings(ofNamesIn: reply.recordedLines).filter { !told.contains($0.reference) }
      .map { ($0.reference, "\($0.reference) = \($0.text)".truncated(toWidth: width)) }
  }
}
