import Console
import Gallery

extension Catalogue {
  /// The machines of the gallery, made once for all tests.
  static let gallery = Catalogue(Gallery.machines)
}
