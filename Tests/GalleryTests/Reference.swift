import ViewModels

// The examples of Documentation/ViewModels.md: each one there is a line here.

/// A song of the queue.
struct Song: ViewModel {
  struct Model: ModelType, Hashable {
    var title = ""
    var isLiked = false
  }

  let title = Field(\.title)
  let isLiked = Field(\.isLiked)
  let like = Input()
  let liked = Subject<String>()

  var chart: Chart {
    Region("like") {
      State(.idle) { On(like, to: .succeeded) { me in me.isLiked = true } }
      State(.succeeded) { OnEntry { me in me.emit(liked, me.title) } }
    }
  }
}

/// A child that runs while its parent waits.
struct Countdown: ViewModel {
  struct Model: ModelType, Hashable { var seconds = 3 }
  let seconds = Field(\.seconds)

  var chart: Chart {
    Region("countdown") {
      State("running") { After(.seconds(3), to: "over") }
      Final("over", data: { $0.seconds })
    }
  }
}

/// Answers requests from memory.
struct CoverCache: ViewModel {
  struct Model: ModelType, Hashable { var kept: [String] = [] }
  let kept = Field(\.kept)
  let cover = Service<String, String>(by: CoverCache.self)

  var chart: Chart {
    Answers(cover) { me, asked in me.answer(asked, .ok("cover of \(asked.input)")) }
    Region("cache") { State(.idle) }
  }
}

/// A player of music, which uses every word at least once.
struct Player: ViewModel {
  struct Model: ModelType, Hashable {
    var query = ""
    var pin: Secret<String> = Secret("")
    var position = 0.0
    var volume = 5
    var isBusy = false
    var skips = 0
    var queue: [Ref<Song>] = []
    var pictures: [String] = []
    var canSearch: Bool { query.utf8.count > 2 }
  }

  // Tokens.
  let query = Field(\.query, samples: ["song": "Blue", "none": ""])
  let pin = Field(\.pin, samples: ["right": Secret("4711")])
  let canSearch = Field(\.canSearch, from: \.query)
  let position = Field(\.position)
  let volume = Field(\.volume)
  let isBusy = Field(\.isBusy)
  let skips = Field(\.skips)
  let queue = Field(\.queue)
  let pictures = Field(\.pictures)
  let play = Input()
  let pause = Input()
  let seek = Input<Double>()
  let select = Input<Int>(samples: ["first": 0])
  let reload = Input()
  let callBegan = Input()
  let back = Event<Void>()
  let failed = Subject<String>()
  let opened = Subject<Int>()
  let isQuiet = Guard("it is not loud", reads: \.volume) { $0.volume < 9 }
  let hasQuery = Guard("there is a query", \.canSearch, reads: \.query)
  let search = Service<String, Int>(after: .milliseconds(300), timeout: Timeout(after: .seconds(30), "no answer")) {
    .ok($0.count)
  }
  let save = Command<String, Bool>(.ignore, after: .seconds(1)) { _ in .ok(true) }
  let countdown = Child<Countdown>()
  let searchNow = Handler { me in me.raise(reloadNow) }
  let reloadNow = Event<Void>()

  // Charts.
  @Laws var laws: Chart {
    Invariant("the volume is in range") { (0...10).contains($0.volume) }
    Invariant("only a loud player is busy at the end", at: .stillness) { !$0.isBusy }
    EveryTurn("one turn skips one song") { $0.occurrences(of: .set(skips)) <= 1 }
    AtMost(1, .pushed(Page("song", title: "Song")), since: .entered("playback", "active"), "one page for one song")
    ExactlyOne(.any(of: .replied(search), .cancelled(search)), per: .requested(search), "a search ends once")
    EveryOne(of: .requested(search), endsIn: .any(of: .replied(search), .cancelled(search)), "no search stays open")
    None(
      of: .sent(opened), after: .entered("playback", .idle), until: .entered("playback", "active"),
      "no song opens while idle")
    Law("skips never shrink", from: 0) { least, turn in
      defer { least = max(least, turn.skips) }
      return turn.skips >= least
    }
    Accepts("trap", at: "results.succeeded", because: "the page is left by the user")
  }

  var chart: Chart {
    SetUp { me in me.volume = 5 }
    Observe(query) { me, _ in
      me.cancel(searchNow); me.after(.milliseconds(300), searchNow)
    }
    Setter(volume) { me, new in if new > 10 { me.volume = 10 } }
    Observe(queue.sends(\.liked)) { me, song in me.skips += song.index }
    Wire("busy") { me in me.values(\.query).map { !$0.isEmpty }.assign(to: me, \.isBusy) }
    Run(save, enabled: canSearch) { $0.query }
    Region("playback") {
      Initial(to: "active")
      State(.idle) { On(play, to: "resume") }
      State("active") {
        History("resume", default: "playing")
        DeepHistory("everything", default: "playing")
        On(pause, to: .idle)
        OnInternal(seek, to: "playing") { me, offset in me.position = offset }
        State("playing") {
          On(callBegan, to: "waiting")
          On(seek) { me, offset in me.position = offset }
          On(queue.sends(\.liked)) { me, song in me.emit(opened, song.index) }
        }
        State("waiting") {
          Invoke(Countdown.self)
          On(Events.done(Countdown.self), to: "playing")
          OnExit { me in me.skips += 1 }
        }
      }
    }
    Region("results") {
      State(.idle) { On(reloadNow, to: .executing, when: hasQuery && isQuiet) }
      State(.executing) {
        Invoke(search) { $0.query }
        On(search.succeeded, to: .succeeded, emit: opened)
        On(search.failed, to: .failed, emit: failed)
        On(search.error, to: .failed, emit: failed)
      }
      State(.succeeded) { Always(to: .idle, when: In("waiting")) }
      State(.failed) { On(reload, to: .idle) }
    }
    Parallel("lights") {
      State("left") { State("off") }
      State("right") { State("dark") }
    }
    Uses(Song.self)
  }

  // Screens.
  var screen: Screen {
    Screen("Player") {
      TextField(query, "Search")
      SecureField(pin, "PIN")
      Button(play, "Play", enabled: canSearch)
      Button(select, "Open")
      Button(save, "Save")
      Label(volume, "Volume")
      Badge(isBusy, "busy")
      List(queue, "Queue", select: select) { song in Button(song.like, "Like") }
      Banner(pictures, "Pictures", select: select)
      Refresh(reload, "Pull", while: isBusy)
      Scroll(position, "Position", seek)
      Environment(callBegan)
      Alert("Sorry", on: failed, ["OK"], reload)
      Alert("Again?", on: failed, ["Yes": play, "No": nil])
      Push(Page("song", title: "Song"), on: opened)
      Push(Page("first", title: "First"), on: opened, for: 0)
      Pop(on: failed)
      PopToRoot(on: failed)
      EndEditing(on: opened)
      HUD("Searching", while: isBusy)
      Tip(on: failed)
      Reappeared(back)
    }
  }
}
