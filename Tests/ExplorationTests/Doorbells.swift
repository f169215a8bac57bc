import ViewModels

/// A door that counts how often it was rung at, which makes its states endless.
struct Doorbell: ViewModel {
  struct Model: ModelType, Hashable {
    var rings = 0
    var isLoud: Bool { rings > 2 }
  }

  let rings = Field(\.rings)
  let isLoud = Field(\.isLoud, from: \.rings)
  let ring = Input()
  let open = Input()

  var chart: Chart {
    Region("door") {
      On(ring) { $0.rings += 1 }
      State(.idle) { On(open, to: "open") }
      State("open") {
        On(open, to: "wide")
        After(.seconds(1), to: .idle)
      }
      State("wide") { After(.seconds(2), to: .idle) }
    }
  }

  var laws: Chart {
    Invariant("it is never wide open") { !$0.isIn("wide") }
    Invariant("it rings at most twice") { $0.rings <= 2 }
  }

  var screen: Screen {
    Screen("Door") {
      Button(ring, "Ring")
      Button(open, "Open")
    }
  }
}

/// A clock that counts its ticks: for ever, or up to three.
struct Ticking<P: Plan>: ViewModel {
  struct Model: ModelType, Hashable {
    var ticks = 0
  }

  let ticks = Field(\.ticks)

  var chart: Chart {
    Region("clock") {
      State(.idle) { After(.seconds(1), to: .idle) { me in if !P.isGuarded || me.ticks < 3 { me.ticks += 1 } } }
    }
  }

  var screen: Screen { Screen("Clock") { Label(ticks, "Ticks") } }
}

/// A dial with 1,000 places, at each of which time goes round.
struct Dial: ViewModel {
  struct Model: ModelType, Hashable {
    var place = 0
  }

  let place = Field(\.place)
  let turn = Input()

  var chart: Chart {
    Region("dial") {
      On(turn) { $0.place = ($0.place + 1) % 1_000 }
      State(.idle) { After(.seconds(1), to: .idle) }
    }
  }

  var screen: Screen { Screen("Dial") { Button(turn, "Turn") } }
}

/// A timer that is declared to come again and again and changes nothing; unguarded, a delay goes round beside it.
struct Metronome<P: Plan>: ViewModel {
  struct Model: ModelType, Hashable {}

  let beat = Handler { _ in }

  var chart: Chart {
    SetUp { $0.every(.seconds(2), beat) }
    Region("metronome") {
      State(.idle) { if !P.isGuarded { After(.seconds(1), to: .idle) } }
    }
  }

  var screen: Screen { Screen("Metronome") {} }
}

/// A page that loads and hears of success alone; guarded, of failures too.
struct Spinner<P: Plan>: ViewModel {
  struct Model: ModelType, Hashable {}

  let load = Input()
  let cancel = Input()
  let fetch = Service<Int, Int>(after: .seconds(1)) { _ in .fail("gone") }

  var chart: Chart {
    Region("page") {
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        Invoke(fetch) { _ in 1 }
        On(fetch.succeeded, to: .idle)
        if P.isGuarded {
          On(fetch.failed, to: .idle)
          On(fetch.error, to: .idle)
        }
        On(cancel, to: .idle)
      }
    }
  }

  var screen: Screen {
    Screen("Page") {
      Button(load, "Load")
      Button(cancel, "Cancel")
    }
  }
}

/// A clock that is read and tells nothing.
struct Stamped: ViewModel {
  struct Model: ModelType, Hashable {}

  var chart: Chart {
    Region("stamped") { State(.idle) { After(.seconds(1), to: .idle) } }
    Uses(Clock())
  }

  var screen: Screen { Screen("Stamped") {} }
}

/// An alert that comes back until it was left three times.
struct Nagging: ViewModel {
  struct Model: ModelType, Hashable {
    var times = 0
  }

  let times = Field(\.times)
  let start = Input()
  let dismissed = Input()
  let nag = Subject<Void>()

  var chart: Chart {
    Region("nagging") {
      On(start) { $0.emit(nag) }
      On(dismissed) { me in
        me.times += 1
        if me.times < 3 { me.emit(nag) }
      }
      State(.idle)
    }
  }

  var screen: Screen {
    Screen("Nagging") {
      Button(start, "Start")
      Alert("Again", on: nag, ["OK"], dismissed)
    }
  }
}

/// A long timer beside a service that is asked again and again.
struct Session: ViewModel {
  struct Model: ModelType, Hashable {}

  let refresh = Input()
  let load = Service<Int, Int>(after: .milliseconds(700)) { .ok($0) }

  var chart: Chart {
    Parallel("session") {
      Region("login") {
        State("valid") { After(.seconds(60), to: "expired") }
        State("expired")
      }
      Region("page") {
        State(.idle) { On(refresh, to: .executing) }
        State(.executing) {
          Invoke(load) { _ in 1 }
          On(load.succeeded, to: .idle)
        }
      }
    }
  }

  var screen: Screen { Screen("Session") { Button(refresh, "Refresh") } }
}
