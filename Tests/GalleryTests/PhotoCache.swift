import ViewModels

/// A cache that answers for a service: from what it keeps, else when its one download has come.
enum PhotoCache: ViewModel {
  struct Model: Sendable {
    var kept: [String] = []
    var waiting: [Asked<String, String>] = []
    var wanted: String { waiting.first?.input ?? "" }
  }

  static let kept = Field("kept", \Model.kept)
  static let waiting = Field("waiting", \Model.waiting)
  static let clear = Input<Void>("clear")
  static let photo = Service<String, String>("photo", by: PhotoCache.self)
  static let download = Service<String, String>("download", after: .seconds(1)) { .ok("<\($0)>") }
  private static let somebodyWaits = Guard<Model>("somebody waits", reads: [waiting]) { !$0.waiting.isEmpty }

  static let definition = Definition<PhotoCache>(
    Model(), name: "photoCache", fields: [kept, waiting], inputs: [clear]
  ) {
    Answers(photo, dropped: { me, asked in me[waiting].removeAll { $0 == asked } }) { me, asked in
      if me[kept].contains(asked.input) {
        me.answer(asked, .ok("<\(asked.input)>"))
      } else {
        me[waiting].append(asked)
      }
    }
    Region("cache") {
      On(clear) { me, _ in me[kept] = [] }
      State(.idle) { Always(to: "downloading", when: somebodyWaits) }
      State("downloading") {
        Invoke(download) { $0.wanted }
        On(download.succeeded, to: .idle) { me, photo in
          let name = String(photo.dropFirst().dropLast())
          me[kept].append(name)
          me.answerAll(name, .ok(photo))
        }
        On(download.failed, to: .idle) { me, reason in me.answerAll(me.model.wanted, .fail(reason)) }
        On(download.error, to: .idle) { me, message in me.answerAll(me.model.wanted, .error(message)) }
      }
    }
  }
}

extension Handle where V == PhotoCache {
  /// Answers all who wait for a photo.
  fileprivate func answerAll(_ name: String, _ answer: Answer<String>) {
    let asked = self[PhotoCache.waiting].filter { $0.input == name }
    self[PhotoCache.waiting].removeAll { $0.input == name }
    for request in asked { self.answer(request, answer) }
  }
}

/// One delegate for every request, as an SDK has it: what comes is told by a stream that all share, and whoever waits takes
/// it for his (HZ-J2).
enum SharedDelegate: ViewModel {
  struct Model: Sendable {
    var waiting: [Asked<String, String>] = []
  }

  static let waiting = Field("waiting", \Model.waiting)
  static let receive = Input<String>("receive")
  static let lookUp = Service<String, String>("lookUp", by: SharedDelegate.self)
  static let describe = Service<String, String>("describe", by: SharedDelegate.self)
  static let responses = Subject<String>("responses")

  static let definition = Definition<SharedDelegate>(
    Model(), name: "delegate", fields: [waiting], inputs: [receive], subjects: [responses]
  ) {
    Answers(lookUp) { me, asked in me[waiting].append(asked) }
    Answers(describe) { me, asked in me[waiting].append(asked) }
    Region("stream") {
      On(receive) { me, text in
        me.emit(responses, text)
        for asked in me[waiting] { me.answer(asked, text == "lost" ? .error(text) : .ok(text)) }
        me[waiting] = []
      }
      State(.idle)
    }
  }
}

/// An album that asks both.
enum Album: ViewModel {
  struct Model: Sendable {
    var name = "cat"
    var heard: [String] = []
  }

  static let name = Field("name", \Model.name)
  static let heard = Field("heard", \Model.heard)
  static let show = Command("show", PhotoCache.photo, .concurrent)
  static let first = Command(
    "first", SharedDelegate.lookUp, success: Subject("firstDone"), fail: Subject("firstFailed"),
    error: Subject("firstBroke"))
  static let second = Command(
    "second", SharedDelegate.describe, success: Subject("secondDone"), fail: Subject("secondFailed"),
    error: Subject("secondBroke"))
  static let listen = Wiring("listen") { (me: Ref<Album>, delegate: Ref<SharedDelegate>) in
    delegate.values(of: SharedDelegate.responses).subscribe(next: hear(me))
  }
  static let hear = Handler("hear") { (turn: borrowing TurnContext, value, me: Ref<Album>) in
    turn[me, heard] = turn[me, heard] + [String(value) ?? ""]
  }

  static let definition = Definition<Album>(
    Model(), fields: [name, heard], inputs: show.inputs + first.inputs + second.inputs,
    subjects: show.subjects + first.subjects + second.subjects
  ) {
    Run(show) { $0.name }
    Run(first) { $0.name }
    Run(second) { $0.name }
    Uses(listen, hear)
    SetUp { me in me.start(listen, me.me, me.service(SharedDelegate.self)) }
  }

  static let machine = Machine(Album.self, name: "album", variant: "one", summary: "services with a state")
}
