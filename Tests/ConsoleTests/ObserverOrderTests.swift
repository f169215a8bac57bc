import Testing

@testable import Console

/// The order of observers, and which text field is edited, as commands.
struct ObserverOrderTests {
  private func original() -> Session {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open login@original")
    return session
  }

  private let tie = "| tie observer showName of name over observer enableLogin of name, observer sanitiseName of name"

  @Test("observers are told in reverse from then on; the trace says who overtook whom")
  func reversed() {
    var session = original()
    #expect(
      session.shown("observers") == ["  the observers of a field are notified in the order in which they registered"])
    #expect(session.shown("observers reversed") == ["> observers reversed"])
    #expect(session.shown("observers") == ["  the observers of a field are notified in reverse order of registration"])
    #expect(session.shown("set name ab") == ["> set name \"ab\"", "| name \"\" -> \"ab\"", tie])
    #expect(session.shown("observers registered") == ["> observers registered"])
    #expect(session.shown("set name abc") == ["> set name \"abc\"", "| name \"ab\" -> \"abc\""])
  }

  @Test("undo takes the order back, restart keeps it, and a transcript holds it")
  func travels() {
    var session = original()
    _ = session.run("observers reversed")
    let reversed = session.state
    _ = session.run("undo")
    #expect(session.shown("set name ab").contains(tie) == false)
    _ = session.run("undo")
    _ = session.run("observers reversed")
    #expect(session.state.dropLast() == reversed.dropLast())
    #expect(session.shown("restart").contains(tie))
    #expect(session.shown("set name ab").contains(tie))
    #expect(session.run("save x.transcript").effects.contains { "\($0)".contains("> observers reversed") })
  }

  @Test("an order that there is none of is said with the two that there are, and both complete")
  func orders() {
    var session = original()
    #expect(
      session.shown("observers sideways") == ["11: unknown order '...'; there are 'registered' or 'reversed'"])
    #expect(session.completion(for: "observers re", cursor: 12).texts == ["registered", "reversed"])
    #expect(session.completion(for: "service ", cursor: 8).texts == [])
  }

  @Test("a text field is entered, left and returned from; each tells of an edit of what is there")
  func focus() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open user@original")
    let edit = "| log \"loginBtnIsValid 0\""
    #expect(
      session.shown("blur") == ["> blur", "| refused blur: no text field is being edited; use 'focus CONTROL' first"])
    #expect(session.shown("focus user.name") == ["> focus user.name", edit])
    #expect(session.shown("screen").contains { $0.hasPrefix("  user.name") && $0.hasSuffix("editing") })
    #expect(session.shown("focus user.name").last == "| refused user.name: it is already being edited")
    #expect(session.shown("focus user.pwd") == ["> focus user.pwd", edit, edit])
    #expect(session.shown("return") == ["> return", edit, edit])
    #expect(
      session.shown("return").last == "| refused return: no text field is being edited; use 'focus CONTROL' first")
    _ = session.run("focus user.name")
    #expect(session.shown("blur") == ["> blur", edit])
    #expect(session.shown("focus login") == ["> focus login", "| refused login: 'login' is not a text field"])
  }
}

extension LineCompletion {
  fileprivate var texts: [String] {
    if case .candidates(let candidates) = source { candidates.map(\.text) } else { [] }
  }
}
