import Statecharts

extension Verb {
  /// Example commands for the gallery's machines; the last one shows the verb.
  package var example: [String] {
    let key = "\(name): "
    guard let line = Self.examples.split(separator: "\n").first(where: { String($0).beginsWithBytes(of: key) }) else {
      return []
    }
    return line.utf8.dropFirst(key.utf8.count).split(separator: UInt8(ascii: ";")).flatMap { part in
      let command = String(Substring(part.drop { $0 == UInt8(ascii: " ") }))
      return Name(command) == "FILL" ? ["set name aaaaaa", "set password $right"] : [command]
    }
  }

  /// FILL completes the login form. It is one string, because the compiler takes seconds to optimise a dictionary
  /// of arrays.
  private static let examples = """
    open: open login@fixed
    list: list
    restart: open login; set name aaaaaa; restart
    case: open login; set name aaaaaa; case "no password"
    set: open login; set name aaaaaa
    paste: open login; paste name " aaaaaa"
    type: open login; type name ab
    compose: open login; compose name n; compose name ni
    commit: open login; compose name ni; commit
    erase: open login; set name aaaaaa; erase name 2
    focus: open phone; focus mobilePhone
    blur: open phone; focus mobilePhone; blur
    return: open phone; focus mobilePhone; return
    tap: open login; FILL; tap login
    dismiss: open login; set name aaaaaa; set password $wrong; tap login; advance; dismiss
    back: open purchase; tap buy; advance; back
    send: open user; send login
    assign: open login; assign name aaaaaa
    service: open login; service authenticate 2s error
    reply: open login; FILL; tap login; reply authenticate fail
    advance: open login; FILL; tap login; advance 1s
    hold: open login; FILL; service authenticate 0ms; hold tap login
    fire: open login; FILL; tap login; fire reply authenticate
    settle: open login; FILL; service authenticate 0ms; hold tap login; settle
    break: open login; FILL; break login = succeeded; tap login; advance 10s
    observers: open login; observers reversed
    screen: open login; screen
    state: open login; state
    fields: open login; fields
    show: open login; set name aaaaaa; show name
    commands: open login; commands
    why: open command; why search
    properties: open purchase; properties
    requests: open login; FILL; tap login; requests
    timers: open login; FILL; tap login; timers
    trace: open login; set name aaaaaa; trace
    blame: open login; FILL; blame loginEnabled
    watch: open login; watch loginEnabled; set name aaaaaa; set password $right
    observe: open login; observe name new; set name aaaaaa
    diagram: open login; diagram
    coverage: open command; coverage
    settings: settings hints off
    undo: open login; set name aaaaaa; undo
    redo: open login; set name aaaaaa; undo; redo
    jump: open login; set name a; set name aaaaaa; jump 1
    branches: open login; set name a; undo; set name aaaaaa; branches
    branch: open login; set name aaaaaa; branch named
    switch: open login; set name a; undo; set name aaaaaa; switch 1
    cases: open login; set name aaaaaa; case "again"; cases
    diff: open login; set name a; undo; set name aaaaaa; diff 1
    path: open login; path succeeded
    goto: open login; goto tap login
    suggest: open login; suggest
    explore: open login; FILL; explore
    fuzz: open login@original; fuzz
    sweep: open login; FILL; tap login; advance; sweep
    compare: open user; compare original 1
    record: open login; record login.transcript
    save: open login; set name aaaaaa; save login.transcript
    keep: open login; record login.transcript; state; keep
    review: review login.transcript
    source: source login.txt
    help: help erase
    quit: quit
    """
}
