import ViewModels

/// A page that observes, binds both ways, and listens to signals of signals.
struct Feed: TokenViewModel {
  struct Model: ModelType {
    var post = Ref<Post>(InstanceID(0))
    var heard: [String] = []
    var title: String?
    var limit = 5
    var draft = ""
    var tags = ["a", "b"]
    var hot: SubjectRef<Int>?
    var following: Subscription?
  }

  let post = Field(\.post)
  let title = Field(\.title)
  let limit = Field(\.limit)
  let draft = Field(\.draft)
  let tags = Field(\.tags)
  let replace = Input()
  let edit = Input()
  let unfollow = Input()
  let count = Input<Int>()
  let opened = Subject<Ref<Post>>()

  let hearTitle = Handler<Change<String>> { $0.note($1) }
  let hearTags = Handler<Change<[String]>> { $0.note($1) }
  let hearLimit = Handler<Change<Int>> { $0.note($1) }
  let numbers = NamedSignal<Int> { me in me.values(\.limit).skip(1) }
  let hearHot = Wiring<SubjectRef<Int>> { me, hot in
    Signal.merge(hot.signal, .just(0)).distinct().subscribe(me) { me, number in me.heard += ["number \(number)"] }
  }

  var chart: Chart {
    SetUp { $0.model.post = $0.make(Post.self, at: "post") }
    Wire("bindTitle") { me in me.values(\.post).member(\.title).assign(to: me, \.title) }
    SetUp { me in
      me.bindBothWays(me.ref, \.draft, me.model.post, \.text)
      me.observe(\.post, \.title, of: me.ref, [.new, .old], hearTitle)
      me.observe(\.tags, of: me.ref, [.new, .old], context: 1, hearTags)
      me.following = me.follow(\.limit, of: me.ref, hearLimit)
    }
    Wire("total") { me in
      me.values(of: \.opened).flatMap { Post.likeCounts($0) }.take(2).subscribe(me) { me, number in
        me.heard += ["number \(number)"]
      }
    }
    SetUp { me in me.hot = me.replayLast(numbers(me.ref)) }
    Region("feed") {
      State("shown") {
        On(replace) { me in
          let next = me.make(Post.self, at: "post")
          me[next].title = "next"
          me.model.post = next
          me.emit(opened, next)
        }
        On(edit) { me in
          me.insert(["c"], at: [0], into: tags)
          me.replace(at: [1], of: tags, with: ["A"])
          me.remove(at: [2], from: tags)
          me.removeObserver(\.tags, of: me.ref, context: 1)
          me.setSilently(draft, to: "silent")
          me.log("edited", .string("tags"))
        }
        On(unfollow) { me in if let following = me.following { me.dispose(following) } }
        On(count) { me, number in
          me.limit = number
          if let hot = me.hot { me.start(hearHot, hot) }
        }
      }
    }
  }
}

extension Handle where V == Feed {
  fileprivate func note<T>(_ change: Change<T>) {
    let old = change.old.map { " old \($0.value.text)" } ?? ""
    self.heard += ["\(change.keyPath) \(change.kind) \(change.new?.value.text ?? "–")\(old) \(change.indexes)"]
  }
}

struct Post: TokenViewModel {
  struct Model: ModelType {
    var title = "first"
    var text = "text"
    var likes = 3
  }

  let title = Field(\.title)
  let text = Field(\.text)
  let likes = Field(\.likes)
  let likeCounts = NamedSignal<Int> { post in post.values(\.likes) }
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
