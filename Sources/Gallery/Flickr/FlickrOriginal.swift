import ViewModels

/// The search of seed 004 as its last version has it: one delegate for all requests, whose responses are told apart, and
/// whose errors are not (HZ-J2).
enum FlickrOriginal: ViewModel {
  typealias Model = FlickrPage

  static let definition = FlickrPage.definition(of: FlickrOriginal.self, isFirst: false)
  static let screen = FlickrPage.screen(of: FlickrOriginal.self)
}
