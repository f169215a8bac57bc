import ViewModels

/// A page with everything that an app shows: texts, a secret, rows with inputs, a command, a timer, a store.
struct Shelf: ViewModel {
  struct Model: ModelType {
    var title = ""
    var pin: Secret<String> = ""
    var count = 0
    var items: [Ref<ShelfItem>] = []
    var found: [String] = []
    var isFull: Bool { count >= 3 }
    var half: Int { count / 2 }
    var words: Int { title.split(separator: " ").count }
  }

  let title = Field(\.title, samples: ["short": "a b"])
  let pin = Field(\.pin, samples: ["right": "1234"])
  let count = Field(\.count)
  let items = Field(\.items)
  let found = Field(\.found)
  let isFull = Field(\.isFull, from: \.count)
  let half = Field(\.half)
  let add = Input()
  let dropFirst = Input()
  let rename = Input<String>()
  let start = Input()
  let stop = Input()
  let keep = Input()
  let added = Subject<Int>()
  let search = Command<String, [String]>(.restart, after: .seconds(1), timeout: Timeout(after: .seconds(5), "too slow"))
  {
    .ok([$0])
  }
  let tick = Handler { me in me.count += 1 }

  var chart: Chart {
    SetUp { me in
      if let count: Int = me.stored("count") { me.count = count }
    }
    Region("shelf") {
      State(.idle)
      On(add) { me in
        me.items += [me.make(ShelfItem.self) { $0.name = "item \(me.items.count + 1)" }]
        me.emit(added, me.items.count)
      }
      On(dropFirst) { me in me.items.removeFirst() }
      On(rename) { me, title in me.title = title }
      On(keep) { me in me.store("count", me.count) }
    }
    Region("timer") {
      State("off") { On(start, to: "on") }
      State("on") {
        OnEntry { $0.every(.milliseconds(100), tick) }
        OnExit { $0.cancel(tick) }
        On(stop, to: "off")
      }
    }
    Run(search) { $0.title }
    Region("found") {
      State(.idle)
      On(search.service.succeeded) { $0.found = $1 }
    }
  }

  var screen: Screen {
    Screen("Shelf") {
      TextField(title, "Title")
      SecureField(pin, "Pin")
      Label(count, "Count")
      Button(add, "Add")
      Button(search, "Search")
      List(items, "Items") { item in
        Label(item.likes, "Likes")
        Button(item.like, "Like")
      }
    }
  }
}

struct ShelfItem: ViewModel {
  struct Model: ModelType {
    var name = ""
    var likes = 0
  }

  let name = Field(\.name)
  let likes = Field(\.likes)
  let like = Input()
  let liked = Subject<Int>()

  var chart: Chart {
    Region("item") {
      State(.idle)
      On(like) { me in
        me.likes += 1
        me.emit(liked, me.likes)
      }
    }
  }
}

let shelf = Machine(Shelf.self, name: "shelf", variant: "test", summary: "A shelf")
