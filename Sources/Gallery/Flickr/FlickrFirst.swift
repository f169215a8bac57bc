import ViewModels

/// The search of seed 004 as its first version had it: each response goes to whoever waits for one (HZ-J3), and an error to
/// nobody, so that the search executes for ever (HZ-J4).
enum FlickrFirst: ViewModel {
  typealias Model = FlickrPage

  static let definition = FlickrPage.definition(of: FlickrFirst.self, isFirst: true)
  static let screen = FlickrPage.screen(of: FlickrFirst.self)
}
