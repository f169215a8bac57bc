/// The tutorial's last version: a shared delegate filters responses, but not errors (HZ-J2).
typealias FlickrOriginal = FlickrPage<FlickrLastVersion>

enum FlickrLastVersion: FlickrVersion {
  static let isFirst = false
}

/// The first version: each response reaches all requests (HZ-J3), and errors reach none (HZ-J4).
typealias FlickrFirst = FlickrPage<FlickrFirstVersion>

enum FlickrFirstVersion: FlickrVersion {
  static let isFirst = true
}

protocol FlickrVersion: Sendable {
  static var isFirst: Bool { get }
}
