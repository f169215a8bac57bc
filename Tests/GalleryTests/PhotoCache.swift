import ViewModels

/// A cache that answers for a service: from what it keeps, else when its one download has come.
struct PhotoCache: ViewModel {
  struct Model: ModelType {
    var kept: [String] = []
    var waiting: [Asked<String, String>] = []
    var wanted: String { waiting.first?.input ?? "" }
  }

  static let templateName = "photoCache"

  let clear = Input()
  let photo = Service<String, String>(by: PhotoCache.self)
  let download = Service<String, String>(after: .seconds(1)) { .ok("<\($0)>") }
  let somebodyWaits = Guard("somebody waits", reads: \.waiting) { !$0.waiting.isEmpty }

  var chart: Chart {
    Answers(photo, dropped: { me, asked in me.waiting.removeAll { $0 == asked } }) { me, asked in
      if me.kept.contains(asked.input) { me.answer(asked, .ok("<\(asked.input)>")) } else { me.waiting.append(asked) }
    }
    Region("cache") {
      On(clear) { $0.kept = [] }
      State(.idle) { Always(to: "downloading", when: somebodyWaits) }
      State("downloading") {
        Invoke(download) { $0.wanted }
        On(download.succeeded, to: .idle) { me, photo in
          let name = String(photo.dropFirst().dropLast())
          me.kept.append(name)
          answerAll(me, name, .ok(photo))
        }
        On(download.failed, to: .idle) { me, reason in answerAll(me, me.wanted, .fail(reason)) }
        On(download.error, to: .idle) { me, message in answerAll(me, me.wanted, .error(message)) }
      }
    }
  }

  /// Answers all who wait for a photo.
  private func answerAll(_ me: borrowing Me, _ name: String, _ answer: Answer<String>) {
    let asked = me.waiting.filter { $0.input == name }
    me.waiting.removeAll { $0.input == name }
    for request in asked { me.answer(request, answer) }
  }
}

/// One delegate for every request, as an SDK has it: what comes is told by a stream that all share, and whoever
/// waits takes it for his (HZ-J2).
struct SharedDelegate: ViewModel {
  struct Model: ModelType {
    var waiting: [Asked<String, String>] = []
  }

  static let templateName = "delegate"

  let receive = Input<String>()
  let lookUp = Service<String, String>(by: SharedDelegate.self)
  let describe = Service<String, String>(by: SharedDelegate.self)
  let responses = Subject<String>()

  var chart: Chart {
    Answers(lookUp) { $0.waiting.append($1) }
    Answers(describe) { $0.waiting.append($1) }
    Region("stream") {
      On(receive) { me, text in
        me.emit(responses, text)
        for asked in me.waiting { me.answer(asked, text == "lost" ? .error(text) : .ok(text)) }
        me.waiting = []
      }
      State(.idle)
    }
  }
}

/// An album that asks both.
struct Album: ViewModel {
  struct Model: ModelType {
    var name = "cat"
    var heard: [String] = []
  }

  let show = Command<String, String>(.concurrent, service: "photo", by: PhotoCache.self)
  let first = Command<String, String>(service: "lookUp", prefixed: true, by: SharedDelegate.self)
  let second = Command<String, String>(service: "describe", prefixed: true, by: SharedDelegate.self)
  let listen = Wiring<Ref<SharedDelegate>> { me, delegate in
    delegate.values(of: \.responses).subscribe(me) { $0.heard.append($1) }
  }

  var chart: Chart {
    Run(show) { $0.name }
    Run(first) { $0.name }
    Run(second) { $0.name }
    SetUp { me in me.start(listen, me.service(SharedDelegate.self)) }
  }

  static let machine = Machine(Album.self, name: "album", variant: "one", summary: "services with a state")
}
