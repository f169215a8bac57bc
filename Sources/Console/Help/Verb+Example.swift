extension Verb {
  /// A session over the gallery whose last line shows the verb at work.
  package var example: [String] { Self.examples[name] ?? [] }

  private static let entries = ["set name aaaaaa", "set password $right"]
  private static let filled = ["open login"] + entries

  private static let examples: [String: [String]] = [
    "open": ["open login@fixed"],
    "restart": filled + ["tap login", "advance", "restart"],
    "case": ["open login", "set name aaaaaa", "case \"no password\""],

    "set": ["open login", "set name aaaaaa"],
    "paste": ["open login", "paste name \" aaaaaa\""],
    "type": ["open login", "type name ab"],
    "erase": ["open login", "set name aaaaaa", "erase name 2"],
    "focus": ["open phone", "focus mobilePhone"],
    "blur": ["open phone", "focus mobilePhone", "blur"],
    "return": ["open phone", "focus mobilePhone", "return"],
    "tap": filled + ["tap login"],
    "dismiss": ["open login", "set name aaaaaa", "set password $wrong", "tap login", "advance", "dismiss"],
    "back": ["open login-app"] + entries + ["tap login", "advance", "settle", "back"],

    "send": ["open user", "send login"],
    "assign": ["open login", "assign name aaaaaa"],

    "service": ["open login", "service authenticate 2s error"],
    "reply": filled + ["tap login", "reply authenticate fail"],

    "advance": filled + ["tap login", "advance 1s"],
    "hold": filled + ["service authenticate 0ms", "hold tap login"],
    "fire": filled + ["tap login", "fire reply authenticate"],
    "settle": filled + ["service authenticate 0ms", "hold tap login", "settle"],
    "break": filled + ["break login = succeeded", "tap login", "advance 10s"],
    "observers": ["open login", "observers reversed"],

    "screen": ["open login", "screen"],
    "state": ["open login", "state"],
    "fields": ["open login", "fields"],
    "show": ["open login", "set name aaaaaa", "show name"],
    "commands": ["open login", "commands"],
    "why": ["open login", "why login"],
    "properties": ["open login", "properties"],
    "requests": filled + ["tap login", "requests"],
    "timers": filled + ["tap login", "timers"],
    "trace": ["open login", "set name aaaaaa", "trace"],
    "blame": filled + ["blame loginEnabled"],
    "watch": ["open login", "watch loginEnabled", "set name aaaaaa", "set password $right"],
    "observe": ["open login", "observe name new", "set name aaaaaa"],
    "diagram": ["open login", "diagram"],
    "coverage": ["open login", "set name aaaaaa", "coverage"],

    "settings": ["settings hints off"],

    "undo": ["open login", "set name aaaaaa", "undo"],
    "redo": ["open login", "set name aaaaaa", "undo", "redo"],
    "jump": ["open login", "set name a", "set name aaaaaa", "jump 1"],
    "branches": ["open login", "set name a", "undo", "set name aaaaaa", "branches"],
    "branch": ["open login", "set name aaaaaa", "branch named"],
    "switch": ["open login", "set name a", "undo", "set name aaaaaa", "switch 1"],
    "cases": ["open login", "set name aaaaaa", "case \"again\"", "cases"],
    "diff": ["open login", "set name a", "undo", "set name aaaaaa", "diff 1"],

    "path": ["open login", "path succeeded"],
    "goto": ["open login", "goto succeeded"],
    "suggest": ["open login", "suggest"],
    "explore": filled + ["explore"],
    "fuzz": ["open login@original", "fuzz"],
    "sweep": filled + ["tap login", "advance", "sweep"],
    "compare": ["open login", "compare original"],

    "record": ["open login", "record login.transcript"],
    "save": ["open login", "set name aaaaaa", "save login.transcript"],
    "keep": ["open login", "record login.transcript", "state", "keep"],
    "review": ["review login.transcript"],
    "source": ["source login.txt"],

    "help": ["help tap"],
    "quit": ["quit"],
  ]
}
