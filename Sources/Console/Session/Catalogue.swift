import Statecharts
import ViewModels

/// The known machines. The first variant of a name is the default.
package struct Catalogue: Sendable {
  package var machines: [Machine]
  /// The folder that machines in files are below, without links; nil if they may be anywhere.
  package var root: String?
  /// Finds a machine in a file by name and root; it returns nil for a text that is not a file's name.
  private let files: Files?

  package typealias Files = @Sendable (_ name: String, _ root: String?) throws(Mistake) -> Machine?

  package init(_ machines: [Machine], root: String? = nil, files: Files? = nil) {
    (self.machines, self.root, self.files) = (machines, root, files)
    for index in machines.indices {
      let others = machines.indices.filter { $0 != index && machines[$0].name == machines[index].name }
      self.machines[index].others = others.map { machines[$0] }
    }
  }

  /// A copy with its own tables.
  package var apart: Catalogue { Catalogue(machines.map(\.apart), root: root, files: files) }

  /// - Throws: A mistake in column 1.
  package func machine(named reference: String) throws(Mistake) -> Machine {
    if let exact = machines.first(where: { $0.title == reference || $0.name == reference }) { return exact }
    if let machine = try files?(reference, root) { return machine }
    throw Mistake(.unknown(.machine, reference, nearest: nearest(to: reference)))
  }

  /// Whether the text names a machine, or a file that may be one.
  func knows(_ reference: String) -> Bool {
    if references.contains(Name(reference)) { return true }
    do throws(Mistake) { return try files?(reference, root) != nil } catch { return true }
  }

  /// The most similar name or `NAME@VARIANT`.
  package func nearest(to reference: String) -> String? {
    Word(text: reference, column: 1).nearest(among: references.texts)
  }

  var references: [Name] {
    var references: [Name] = []
    for machine in machines {
      if !references.contains(machine.name) { references.append(machine.name) }
      references.append(machine.title)
    }
    return references
  }
}

extension Catalogue {
  /// - Throws: A mistake if the name is unknown or the machine has an error.
  package func soundMachine(named reference: String) throws(Mistake) -> Machine {
    let machine = try machine(named: reference)
    if let error = machine.findings.first(where: { $0.severity == .error }) {
      throw Mistake(.unsoundMachine(machine.title.text, error.sentence))
    }
    return machine
  }
}

/// The purpose and limits of a session.
package struct SessionOptions: Hashable, Sendable {
  /// Only driving commands and queries are allowed in a transcript's case.
  package var isTranscript: Bool
  /// The columns available for notes.
  package var width: Int
  package var budget: CommandBudget
  package var settings = Settings()
  /// The folder that replaces `~`, or nil.
  package var home: String?

  package init(
    isTranscript: Bool = false, width: Int = 80, budget: CommandBudget = CommandBudget(), home: String? = nil
  ) {
    self.isTranscript = isTranscript
    self.width = width
    self.budget = budget
    self.home = home
  }

  /// At most 80 columns, for readability.
  package var textWidth: Int { min(max(width, 22), 80) - 2 }
}

/// Preferences for the prompt; they do not affect recordings or piped output.
package struct Settings: Hashable, Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case fold
    case hints
    case names

    package var meaning: String {
      switch self {
      case .fold: "repeated lines of an answer are folded"
      case .hints: "possible continuations are shown dim while you type"
      case .names: "the meaning of a $name is shown when it is first printed"
      }
    }
  }

  private var turnedOff: Set<Name> = []

  package init() {}

  package subscript(name: Name) -> Bool {
    get { !turnedOff.contains(name) }
    set {
      if newValue { turnedOff.remove(name) } else { turnedOff.insert(name) }
    }
  }
}
