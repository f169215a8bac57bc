extension Reaction {
  /// What sort of thing happened. Raw values are the words of the JSON form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case crash
    case limit
    case broken
    case transition
    case push
    case pop
    case request
    case reply
    case cancelled
    case late
    case refused
    case field
    case output
    case store
    case log
    case notify
    case alert
    case alertClosed = "alert closed"
    case hud
    case hudClosed = "hud closed"
    case tip
    case tipClosed = "tip closed"
    case timerStarted = "timer started"
    case timerFired = "timer"
  }
}

extension Reaction.Kind {
  /// Whether it changes something that lasts, so that a difference can be carried on by later steps.
  var isStateful: Bool { self == .transition || self == .field }

  /// The names of the payload's parts; an empty one is the payload itself. Of a region or field it is a chain.
  var labels: [String] {
    switch self {
    case .transition, .field: [""]
    case .request, .output, .store, .log, .notify, .push, .pop, .hud, .tip, .crash: [""]
    case .cancelled, .broken, .alertClosed, .hudClosed, .tipClosed, .timerFired: []
    case .reply, .late: ["outcome", ""]
    case .refused: ["reason"]
    case .limit: ["detail"]
    case .alert: ["title", "message", "buttons"]
    case .timerStarted: ["delay"]
    }
  }

  /// Whether it is counted over the whole run, so that 'one push instead of two' is said wherever the pushes stand.
  var isTallied: Bool {
    switch self {
    case .transition, .field, .notify, .timerStarted, .timerFired: false
    case .crash, .limit, .broken, .push, .pop, .request, .reply, .cancelled, .late, .refused, .output, .store, .log,
      .alert,
      .alertClosed, .hud, .hudClosed, .tip, .tipClosed:
      true
    }
  }
}
