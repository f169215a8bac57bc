/// The search of seed 004 as its last version has it: one delegate for all requests, whose responses are told apart, and
/// whose errors are not (HZ-J2).
typealias FlickrOriginal = FlickrPage<FlickrLastVersion>

enum FlickrLastVersion: FlickrVersion {
  static let isFirst = false
}

/// The search of seed 004 as its first version had it: each response goes to whoever waits for one (HZ-J3), and an error to
/// nobody, so that the search executes for ever (HZ-J4).
typealias FlickrFirst = FlickrPage<FlickrFirstVersion>

enum FlickrFirstVersion: FlickrVersion {
  static let isFirst = true
}

protocol FlickrVersion: Sendable {
  static var isFirst: Bool { get }
}
