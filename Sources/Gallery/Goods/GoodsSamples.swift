/// Named values of the goods' page's fields, the same in every variant.
enum GoodsSamples {
  static let pictures: KeyValuePairs = ["pictures": (1...5).map { "https://example.org/banners/\($0).png" }]
  static let addresses: KeyValuePairs = ["addresses": (1...5).map { "https://example.org/banners/\($0)" }]
  static let types: KeyValuePairs = ["webPages": [0, 0, 0, 0, 0]]
  static let page: KeyValuePairs = ["missingPage": 0]
  static let lastPage: KeyValuePairs = ["noPages": 0]
  static let perPage: KeyValuePairs = ["hundred": 100]
  static let loadedPages: KeyValuePairs = ["firstPage": [1]]
  static let cellHeight: KeyValuePairs = ["plain": 281.0]
  static let offset: KeyValuePairs = ["pulledDown": -119.0, "twiceBanner": 476.0]
}
