/// How output tells a region from a field of the same name: `login'region idle -> executing`.
package enum RegionTitle {
  private static let mark = "'region"

  static func marked(_ name: String) -> String { name + mark }

  /// Whether a title in output is that of the region with this name.
  package static func isTitle(_ title: String, of region: String) -> Bool {
    if title.hasBytes(of: region) { return true }
    return title.utf8.count == region.utf8.count + mark.utf8.count && title.utf8.starts(with: region.utf8)
      && title.utf8.dropFirst(region.utf8.count).elementsEqual(mark.utf8)
  }
}
