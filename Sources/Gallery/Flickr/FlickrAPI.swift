import ViewModels

/// The services of Flickr, as all variants ask for them.
enum FlickrAPI {
  static let disabled = "3: Parameterless searches have been disabled"
  static let samples: KeyValuePairs<String, FlickrAnswer> = [
    "three": FlickrAnswer(photos: 3, total: 3), "six": FlickrAnswer(photos: 6, total: 6),
    "many": FlickrAnswer(photos: 3, total: "1234"),
    "words": FlickrAnswer(photos: 1, total: "abc"), "none": FlickrAnswer(photos: 0, total: 0),
    "disabled": FlickrAnswer(["stat": "fail", "code": 3, "message": "Parameterless searches have been disabled"]),
  ]

  static func search(timeout: Timeout?) -> Service<String, FlickrAnswer> {
    Service("search", after: .seconds(1), timeout: timeout, samples: samples) { _ in
      .ok(FlickrAnswer(photos: 3, total: 3))
    }
  }
  static func favorites(timeout: Timeout?) -> Service<String, Int> {
    Service("favorites", after: .milliseconds(300), timeout: timeout, samples: ["twelve": 12]) { _ in .ok(12) }
  }
  static func info(timeout: Timeout?) -> Service<String, Int> {
    Service("info", after: .milliseconds(300), timeout: timeout, samples: ["five": 5]) { _ in .ok(5) }
  }
}
