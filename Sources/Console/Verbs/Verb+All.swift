import Statecharts

extension Verb {
  /// Every verb, in the order of the table.
  package static let all: [Verb] = [
    .open, .restart,
    .set, .paste, .type, .erase, .focus, .blur, .pressReturn, .tap, .dismiss, .back,
    .send, .assign,
    .service, .reply,
    .advance, .hold, .fire, .settle, .break, .observers,
    .screen, .state, .fields, .show, .commands, .why, .properties, .requests, .timers, .trace, .blame, .watch, .observe,
    .diagram,
    .coverage,
    .undo, .redo, .jump, .branch, .branches, .cases, .switch, .diff,
    .explore, .fuzz, .sweep, .path, .goto, .suggest, .compare,
    .case, .record, .keep, .save, .review,
    .source, .settings, .help, .quit,
  ]

  /// Their places in the table by name.
  static let numbers = all.reduce(into: NameTable()) { $0.insert($1.name) }

  /// The names of all verbs, which files hold in full.
  package static let names = all.map(\.name)
}
