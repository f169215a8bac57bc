import ViewModels

/// The view model of the slim architecture. Like its other stages (controller, view manager, view), it can be
/// replaced.
struct Headlines: ViewModel {
  struct Model: ModelType, Hashable {
    var titles: [String] = []
    var stories: [Headline] = []
  }

  let titles = Field(\.titles, samples: ["two": Headline.two.map(\.title)])
  let stories = Field(\.stories, samples: ["two": Headline.two])
  let load = Input()
  let open = Input<Int>()
  let loaded = Subject<[Headline]>()
  let opened = Subject<String?>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let requestHeadlines = Service<Value, [Headline]>(
    after: .milliseconds(600), samples: ["two": Headline.two, "none": []]
  ) { _ in .ok(Headline.two) }

  var chart: Chart {
    Region("load") {
      On(open) { me, index in
        guard me.stories.indices.contains(index) else { return me.emit(fail, "没有这一条") }
        me.emit(opened, me.stories[index].title)
      }
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        Invoke(requestHeadlines) { _ in .null }
        On(requestHeadlines.succeeded, to: .succeeded) { me, stories in
          me.stories = stories
          me.titles = stories.map(\.title)
          me.emit(loaded, stories)
        }
        On(requestHeadlines.failed, to: .failed, emit: fail)
        On(requestHeadlines.error, to: .error, emit: error)
        After(.seconds(10), to: .error) { $0.emit(error, "请求超时") }
      }
      State(.succeeded) { On(load, to: .executing) }
      State(.failed) { On(load, to: .executing) }
      State(.error) { On(load, to: .executing) }
    }
  }

  var laws: Chart {
    EveryOne(
      of: .entered("load", .executing),
      endsIn: .any(of: .entered("load", .succeeded), .entered("load", .failed), .entered("load", .error)),
      "every load ends")
  }
}

struct Headline: Hashable {
  static let two = [Headline(title: "架构", author: "甲"), Headline(title: "绑定", author: "乙")]

  var title: String
  var author: String
}

extension Headline: ValueConvertible {
  var value: Value { ["title": title.value, "author": author.value] }

  init?(_ value: Value) {
    guard let title = value["title"].flatMap(String.init), let author = value["author"].flatMap(String.init) else {
      return nil
    }
    self.init(title: title, author: author)
  }

  static var shape: Shape { .record }
}
