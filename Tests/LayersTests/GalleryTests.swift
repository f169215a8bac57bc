import Foundation
import Layers
import Testing

/// The layers of this repository's own example systems.
///
/// An original is a page as it was written: its file holds the wiring of its controller too, so it is one.
struct GalleryTests {
  private static var rules: LayerRules {
    get throws {
      try LayerRules(
        parsing: LayerRules.standardText.replacing("  ends Controller\n", with: "  ends Controller Original\n"))
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift files in a folder of the repository, by their paths in it.
  private static func files(in folder: String) throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map { name in
        (folder + "/" + name, try String(contentsOf: root.appendingPathComponent("\(folder)/\(name)"), encoding: .utf8))
      })
  }

  @Test("the gallery and its tests obey the layers", arguments: ["Sources/Gallery", "Tests/GalleryTests"])
  func gallery(_ folder: String) throws {
    let report = report(try Self.files(in: folder), rules: try Self.rules)
    #expect(report.hasLayers || folder.hasPrefix("Tests/"))
    #expect(report.findings.map { "\($0.path):\($0.place): \($0.sentence)" } == [])
    #expect(report.unusedExceptions.isEmpty)
  }

  @Test("every view model of the gallery is one to the check")
  func viewModels() throws {
    let layers = report(try Self.files(in: "Sources/Gallery")).layers
    #expect(layers.first { $0.name == "ViewModel" }?.count ?? 0 >= 4)
  }
}
