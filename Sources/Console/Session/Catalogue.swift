import Statecharts
import Traces
import ViewModels

/// The machines that the tool knows, in the order in which they are listed.
///
/// The first variant of a name is its default.
package struct Catalogue: Sendable {
  package var machines: [Machine]

  package init(_ machines: [Machine]) {
    self.machines = machines
    for index in machines.indices {
      let others = machines.indices.filter { $0 != index && machines[$0].name == machines[index].name }
      self.machines[index].others = others.map { machines[$0] }
    }
  }

  /// The same machines with tables of their own.
  package var apart: Catalogue { Catalogue(machines.map(\.apart)) }

  /// The machine that `login@fixed`, or `login` for its first variant, names.
  ///
  /// - Throws: a mistake with the nearest name, in column 1.
  package func machine(named reference: String) throws(Mistake) -> Machine {
    let exact = machines.first { $0.title == reference || $0.name == reference }
    guard let exact else {
      throw Mistake(.unknownMachine(reference, nearest: nearest(to: reference)))
    }
    return exact
  }

  /// The name, or `NAME@VARIANT`, that was most likely meant.
  package func nearest(to reference: String) -> String? {
    Word(text: reference, column: 1).nearest(among: references.texts)
  }

  /// Every name, in the order of the list.
  var names: [Name] {
    machines.reduce(into: []) { names, machine in
      if !names.contains(machine.name) { names.append(machine.name) }
    }
  }

  /// Every name and every `NAME@VARIANT`, in the order of the list.
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
  /// The machine of a name, if it can run.
  ///
  /// - Throws: a mistake with the nearest name, or with what is wrong with the machine and where.
  package func soundMachine(named reference: String) throws(Mistake) -> Machine {
    let machine = try machine(named: reference)
    if let error = machine.findings.first(where: { $0.severity == .error }) {
      throw Mistake(.unsoundMachine(machine.title.text, error.sentence))
    }
    return machine
  }
}

/// What a session is for.
package struct SessionOptions: Hashable, Sendable {
  /// Whether the session runs one case of a transcript: then only verbs that drive or look are taken.
  package var isTranscript: Bool
  /// How many columns talk may take.
  package var width: Int
  /// How far one command may go.
  package var budget: CommandBudget
  /// What the person has chosen about the prompt.
  package var settings = Settings()
  /// The folder that `~` stands for in front of a file; nil where it stands for itself.
  package var home: String?

  package init(
    isTranscript: Bool = false, width: Int = 80, budget: CommandBudget = CommandBudget(), home: String? = nil
  ) {
    self.isTranscript = isTranscript
    self.width = width
    self.budget = budget
    self.home = home
  }

  /// How wide sentences are, without the indentation of talk: lines of more than 80 columns are hard to read.
  package var textWidth: Int { min(max(width, 22), 80) - 2 }
}

/// What a person may choose about the prompt. Nothing of it changes what is recorded, or what a pipe prints.
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
