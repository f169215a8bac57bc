import ViewModels

/// The view model of the slim architecture of seed 003: business and requests, and nothing of who shows it.
///
/// Five stages make a page like a production line: this one collects, the controller assembles and forwards, the view manager
/// distributes, the view shows, the model is the data. Every stage can be replaced; the machine's variants do so, and what
/// this view model does is the same in all of them.
enum Headlines: ViewModel {
  struct Model: Hashable, Sendable {
    var titles: [String] = []
    var stories: [Headline] = []
  }

  static let titles = Field("titles", \Model.titles, samples: ["two": Headline.two.map(\.title)])
  static let stories = Field("stories", \Model.stories, samples: ["two": Headline.two])
  static let load = Input<Void>("load")
  static let open = Input<Int>("open")
  /// What the controller forwards.
  static let loaded = Subject<[Headline]>("loaded")
  static let opened = Subject<String?>("opened")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let requestHeadlines = Service<Value, [Headline]>(
    "requestHeadlines", after: .milliseconds(600),
    samples: ["two": Headline.two, "none": []]
  ) { _ in .ok(Headline.two) }

  static let definition = Definition<Headlines>(
    Model(), fields: [titles, stories], inputs: [load, open], subjects: [loaded, opened, fail, error],
    properties: [
      .everyOne(
        of: .entered("load", .executing),
        endsIn: .any(of: .entered("load", .succeeded), .entered("load", .failed), .entered("load", .error)),
        "every load ends")
    ]
  ) {
    Region("load") {
      On(open) { me, index in
        guard me[stories].indices.contains(index) else { return me.emit(fail, "没有这一条") }
        me.emit(opened, me[stories][index].title)
      }
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        Invoke(requestHeadlines) { _ in .null }
        On(requestHeadlines.succeeded, to: .succeeded) { me, stories in
          me[Headlines.stories] = stories
          me[titles] = stories.map(\.title)
          me.emit(loaded, stories)
        }
        On(requestHeadlines.failed, to: .failed) { $0.emit(fail, $1) }
        On(requestHeadlines.error, to: .error) { $0.emit(error, $1) }
        After(.seconds(10), to: .error) { $0.emit(error, "请求超时") }
      }
      State(.succeeded) { On(load, to: .executing) }
      State(.failed) { On(load, to: .executing) }
      State(.error) { On(load, to: .executing) }
    }
  }
}

/// The model: data and nothing else.
struct Headline: Hashable, ValueConvertible {
  static let two = [Headline(title: "架构", author: "甲"), Headline(title: "绑定", author: "乙")]

  var title: String
  var author: String

  init(title: String, author: String) {
    self.title = title
    self.author = author
  }

  var value: Value { ["title": title.value, "author": author.value] }

  init?(_ value: Value) {
    guard let title = value["title"].flatMap(String.init), let author = value["author"].flatMap(String.init) else {
      return nil
    }
    self.init(title: title, author: author)
  }

  static var shape: Shape { .record }
}
