import ViewModels

/// A page that observes, binds both ways, and listens to signals of signals.
enum Feed: ViewModel {
  struct Model: Sendable {
    var post = Ref<Post>(InstanceID(0))
    var heard: [String] = []
    var title: String?
    var limit = 5
    var draft = ""
    var tags = ["a", "b"]
    var hot: SubjectRef<Int>?
    var following: Subscription?
  }

  static let post = Field("post", \Model.post)
  static let heard = Field("heard", \Model.heard)
  static let title = Field("title", \Model.title)
  static let limit = Field("limit", \Model.limit)
  static let draft = Field("draft", \Model.draft)
  static let tags = Field("tags", \Model.tags)
  static let hot = Field("hot", \Model.hot)
  static let following = Field("following", \Model.following)
  static let replace = Input<Void>("replace")
  static let edit = Input<Void>("edit")
  static let unfollow = Input<Void>("unfollow")
  static let count = Input<Int>("count")
  static let opened = Subject<Ref<Post>>("opened")

  static let hear = Handler("hear") { (turn, value, me: Ref<Feed>) in
    guard let change = Change<Value>(value) else { return }
    let old = change.old.map { " old \($0.text)" } ?? ""
    turn[me, heard] += ["\(change.keyPath) \(change.kind) \(change.new?.text ?? "–")\(old) \(change.indexes)"]
  }
  static let hearNumber = Handler("hearNumber") { (turn, value, me: Ref<Feed>) in
    turn[me, heard] += ["number \(value.text)"]
  }
  static let likes = NamedSignal("likes") { (post: Ref<Post>) in post.values(Post.likes) }
  static let numbers = NamedSignal("numbers") { (me: Ref<Feed>) in me.values(limit).skip(1) }
  static let bindTitle = Wiring("bindTitle") { (me: Ref<Feed>) in
    me.values(post).member(Post.title).assign(to: me, title)
  }
  static let total = Wiring("total") { (me: Ref<Feed>) in
    me.values(of: opened).flatMap { likes($0) }.take(2).subscribe(next: hearNumber(me))
  }
  static let hearHot = Wiring("hearHot") { (me: Ref<Feed>, hot: SubjectRef<Int>) in
    Signal.merge(hot.signal, .just(0)).distinct().subscribe(next: hearNumber(me))
  }

  static let definition = Definition<Feed>(
    Model(), fields: [post, heard, title, limit, draft, tags, hot, following],
    inputs: [replace, edit, unfollow, count], subjects: [opened]
  ) {
    Uses(Post.self)
    Uses(hear, hearNumber, likes, numbers, bindTitle, total, hearHot)
    SetUp { me in
      me[post] = me.make(Post.self, at: "post")
      me.start(bindTitle, me.me)
      me.bindBothWays(me.me, draft, me[post], Post.text)
      me.observe(post, Post.title, of: me.me, [.new, .old], hear(me.me))
      me.observe(tags, of: me.me, [.new, .old], context: 1, hear(me.me))
      me[following] = me.follow(limit, of: me.me, hear(me.me))
      me.start(total, me.me)
      me[hot] = me.replayLast(numbers(me.me))
    }
    Region("feed") {
      State("shown") {
        On(replace) { me, _ in
          let next = me.make(Post.self, at: "post")
          me[next, Post.title] = "next"
          me[post] = next
          me.emit(opened, next)
        }
        On(edit) { me, _ in
          me.insert(["c"], at: [0], into: tags)
          me.replace(at: [1], of: tags, with: ["A"])
          me.remove(at: [2], from: tags)
          me.removeObserver(tags, of: me.me, context: 1)
          me.setSilently(draft, to: "silent")
          me.log("edited", tags.name)
        }
        On(unfollow) { me, _ in if let following = me[following] { me.dispose(following) } }
        On(count) { me, number in
          me[limit] = number
          if let hot = me[hot] { me.start(hearHot, me.me, hot) }
        }
      }
    }
  }
}

enum Post: ViewModel {
  struct Model: Sendable {
    var title = "first"
    var text = "text"
    var likes = 3
  }

  static let title = Field("title", \Model.title)
  static let text = Field("text", \Model.text)
  static let likes = Field("likes", \Model.likes)
  static let definition = Definition<Post>(Model(), fields: [title, text, likes]) {}
}

extension Value {
  /// Numbers, texts and lists of them in short.
  var text: String {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .list(let values): values.map(\.text).joined(separator: ",")
    default: "nil"
    }
  }
}

extension Handle {
  /// Writes a line with a text to the trace.
  fileprivate func log(_ text: String, _ value: String) { log(text, .string(value)) }
}
