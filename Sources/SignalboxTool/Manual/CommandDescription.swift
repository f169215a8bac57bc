import ArgumentParser
import Traces

/// A command as the argument parser describes it, which is what its help and its page are made from.
struct CommandDescription {
  let name: String
  let abstract: String
  let discussion: String
  let arguments: [ArgumentDescription]
  let subcommands: [CommandDescription]

  /// The tool with all of its commands.
  ///
  /// - Throws: That the parser's own description cannot be read, which is a mistake of the tool.
  static func root() throws(TextError) -> CommandDescription {
    CommandDescription(try JSONParser.parse(Array(RootCommand._dumpHelp().utf8))["command"])
  }

  private init(_ node: JSONNode?) {
    name = node?["commandName"]?.text ?? ""
    abstract = node?["abstract"]?.text ?? ""
    discussion = node?["discussion"]?.text ?? ""
    arguments = node?["arguments"]?.elements.map(ArgumentDescription.init).filter(\.isShown) ?? []
    let shown = node?["subcommands"]?.elements.filter { $0["shouldDisplay"]?.isTrue ?? true } ?? []
    subcommands = shown.map(CommandDescription.init)
  }
}

/// An argument, an option or a flag of a command.
struct ArgumentDescription {
  /// `-o`, `--output`; none where it is known by its place.
  let names: [String]
  /// What stands for its value; nil for a flag.
  let value: String?
  let isOptional: Bool
  let isRepeating: Bool
  let isShown: Bool
  /// The heading that it stands below.
  let section: String?
  let abstract: String
  let standard: String?

  fileprivate init(_ node: JSONNode) {
    names =
      node["names"]?.elements.map { name in
        (name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")
      } ?? []
    value = node["kind"]?.text == "flag" ? nil : node["valueName"]?.text ?? "value"
    isOptional = node["isOptional"]?.isTrue ?? false
    isRepeating = node["isRepeating"]?.isTrue ?? false
    isShown = node["shouldDisplay"]?.isTrue ?? true
    section = node["sectionTitle"]?.text
    abstract = node["abstract"]?.text ?? ""
    standard = node["defaultValue"]?.text
  }
}

extension JSONNode {
  fileprivate subscript(key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.node
  }

  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
  fileprivate var isTrue: Bool { if case .bool(true) = content { true } else { false } }
  fileprivate var elements: [JSONNode] { if case .array(let nodes) = content { nodes } else { [] } }
}
