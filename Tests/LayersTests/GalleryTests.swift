import Foundation
import Layers
import Testing

/// The layers of this repository's own example systems.
///
/// What is written as it was holds its controller's wiring too: a machine is a page, which knows its view. Nothing
/// that carries data knows a page or a view, what asks of the outside world knows a page by a protocol only, and no
/// view knows data or who brings it.
struct GalleryTests {
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

  /// The rules of the repository, which `signalbox-layers` finds there.
  private static func rules() throws -> LayerRules {
    try LayerRules(parsing: String(contentsOf: root.appendingPathComponent(".signalbox-layers"), encoding: .utf8))
  }

  @Test("the repository's rules name the gallery and its tests")
  func sources() throws {
    #expect(try Self.rules().sources == ["Sources/Gallery", "Tests/GalleryTests"])
  }

  @Test("the gallery and its tests obey the layers", arguments: ["Sources/Gallery", "Tests/GalleryTests"])
  func gallery(_ folder: String) throws {
    let report = report(try Self.files(in: folder), rules: try Self.rules())
    #expect(report.hasLayers || folder.hasPrefix("Tests/"))
    #expect(report.findings.map { "\($0.path):\($0.place): \($0.sentence)" } == [])
    #expect(report.unusedExceptions.isEmpty)
  }

  @Test("every view model of the gallery is one to the check")
  func viewModels() throws {
    let layers = report(try Self.files(in: "Sources/Gallery")).layers
    #expect(layers.first { $0.name == "ViewModel" }?.count ?? 0 >= 4)
  }

  @Test("no file of the gallery keeps state outside of instances, but for the classes behind adapters")
  func stateless() throws {
    let words: Set<Substring> = ["class", "actor", "Mutex", "Atomic", "nonisolated"]
    var found: [String] = []
    for (path, text) in try Self.files(in: "Sources/Gallery") where !path.contains("/Classes/") {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        let isStored = code.contains("static var") && !code.contains("{") || code.hasPrefix("var ")
        let unquoted = code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
        let names = unquoted.split { !$0.isLetter && !$0.isNumber }
        if isStored || code.contains("UnsafeMutable") || code.contains("lazy var") || !words.isDisjoint(with: names) {
          found.append("\(path):\(index + 1): \(line)")
        }
      }
    }
    #expect(found.sorted() == [])
  }
}
