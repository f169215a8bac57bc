import Traces
import ViewModels

/// What a `$name` stands for, as a person is told.
struct NameMeaning: Hashable, Sendable {
  /// `$right`, or `$password.right` where several have one.
  var reference: String
  /// The field, service or input whose sample it is; nil for one of the file.
  var owner: String?
  /// The value; `<secret>` stands for what must not be shown, and for all of what may be used for a secret.
  var text: String

  /// In one line of at most so many columns: `$banners = [{id: 1, …`
  func line(width: Int) -> String { "\(reference) = \(text)".truncated(toWidth: width) }
}

extension Scene {
  /// The meanings of a name, without its `$`: one for each owner that has it.
  func meanings(ofName name: String) -> [NameMeaning] {
    names.entries.filter { entry in
      Name(entry.name) == name || (entry.owner.map { Name("\($0).\(entry.name)") == name } ?? false)
    }.map(meaning)
  }

  /// The meanings of the names that stand in lines of output, in their order; texts in quotes hold none.
  func meanings(ofNamesIn lines: [String]) -> [NameMeaning] {
    var seen: Set<String> = []
    return lines.flatMap(Self.names).filter { seen.insert($0).inserted }.compactMap { meanings(ofName: $0).first }
  }

  func meaning(of entry: NamedValues.Entry) -> NameMeaning {
    let reference = names.reference(to: entry.value, of: entry.owner) ?? "$\(entry.name)"
    let text = disclosed(entry).map { ValuePrinter(.whole).text(of: $0) } ?? "<secret>"
    return NameMeaning(reference: reference, owner: entry.owner, text: text.escaped)
  }

  /// The value with what is secret hidden; nil where all of it may be.
  private func disclosed(_ entry: NamedValues.Entry) -> Value? {
    guard let owner = entry.owner else { return machine.holdsSecrets ? nil : entry.value }
    let told = recipients(called: owner).map { machine.disclosed(entry.value, to: $0) }
    guard !told.isEmpty || !machine.holdsSecrets else { return nil }
    return told.first(where: \.holdsSecret) ?? entry.value
  }

  /// Who takes the samples of that owner.
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
  /// What the names stand for that a reply prints, those that were told already left out.
  package func meanings(in reply: Reply, except told: Set<String>) -> [(reference: String, line: String)] {
    guard let scene = run?.scene else { return [] }
    let width = max(options.width, 22) - 2
    return scene.meanings(ofNamesIn: reply.recordedLines).filter { !told.contains($0.reference) }
      .map { ($0.reference, $0.line(width: width)) }
  }
}
