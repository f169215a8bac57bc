import Exploration
import Traces
import ViewModels

/// The fields that do not tell states apart: `-attempts,-Home.total`.
struct ProjectedFields: Sendable {
  let fields: [OmittedField]

  /// Reads `-NAME,-NAME…`: a field of every view model that has one of that name, or `VIEWMODEL.NAME`.
  ///
  /// - Throws: what is wrong, with its place in the text: a name without its '-', one that no stored field has.
  init(_ text: String, of machine: Machine) throws(Mistake) {
    let all = OmittedField.all(of: machine)
    var (fields, column): ([OmittedField], Int) = ([], 1)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = Word(text: String(part), column: column)
      for field in try ProjectedFields.fields(named: word, all, machine) where !fields.contains(field) {
        fields.append(field)
      }
      column += part.unicodeScalars.count + 1
    }
    self.fields = fields
  }

  private static func fields(
    named word: Word, _ all: [OmittedField], _ machine: Machine
  ) throws(Mistake) -> [OmittedField] {
    guard word.text.utf8.first == UInt8(ascii: "-") else {
      throw Mistake(
        column: word.column, sentence: "'\(word.text)' has no '-' before it; write '-NAME,-NAME' for what is left out",
        code: "E1079")
    }
    let name = Word(text: String(word.text.dropFirst()), column: word.column + 1)
    let found = all.filter { $0.name.hasBytes(of: name.text) || $0.title.hasBytes(of: name.text) }
    guard found.isEmpty else { return found }
    if machine.computesField(named: name.text) {
      throw Mistake(
        column: name.column, sentence: "'\(name.text)' is computed; leave out what it is computed from", code: "E1080")
    }
    throw Mistake(
      column: name.column, sentence: "no stored field is called '\(name.text)'; \(hint(name, all))", code: "E1071")
  }

  /// What was most likely meant: of a path its last part.
  private static func hint(_ name: Word, _ all: [OmittedField]) -> String {
    let last = name.text.split(separator: ".").last.map(String.init)
    let ending = last.flatMap { last in all.first { $0.name.hasBytes(of: last) }?.name }
    let nearest = ending ?? name.nearest(among: all.map(\.name)) ?? name.nearest(among: all.map(\.title))
    return nearest.map { "did you mean '\($0)'?" } ?? "'fields' of the console lists the names"
  }

  /// What fields are called here: by their own names, where no other has them.
  static func names(of fields: [OmittedField], in machine: Machine) -> [String] {
    let all = OmittedField.all(of: machine)
    return fields.map { field in
      all.count { $0.name.hasBytes(of: field.name) } == 1 ? field.name : field.title
    }
  }
}

extension Machine {
  fileprivate func computesField(named name: String) -> Bool {
    program.templates.contains { template in
      !template.isInternal && template.fields.contains { $0.kind != .stored && $0.name.hasBytes(of: name) }
    }
  }
}
