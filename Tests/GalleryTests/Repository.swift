import Console
import Gallery

/// The package that the tests stand in.
enum Repository {
  static let root = String(#filePath.dropLast("/Tests/GalleryTests/Repository.swift".count))
  static let transcripts = "\(root)/Transcripts"
  static let catalogue = Catalogue(Gallery.machines)
}
