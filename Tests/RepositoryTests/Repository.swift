import Foundation

/// The working tree that these tests were compiled in.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File {
    /// Relative to the root, with `/`.
    let path: String
    let text: String
  }

  /// The text of one file; throws when it is missing or is not UTF-8.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(path).path)
  }

  /// Every Swift file under a folder, in the order of their paths.
  static func swiftFiles(under folder: String) throws -> [File] {
    try files(under: folder, withExtension: "swift")
  }

  /// Every Markdown file of the tree, in the order of their paths.
  static func markdownFiles() throws -> [File] {
    try files(under: "", withExtension: "md")
  }

  /// Paths of the folders and files under a folder, sorted; hidden ones (a build's folder among them) are left out.
  static func paths(under folder: String) -> [String] {
    let top = folder.isEmpty ? root : root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: top.path) else { return [] }
    var found: [String] = []
    while let entry = walk.nextObject() as? String {
      if entry.split(separator: "/").last?.hasPrefix(".") == true {
        walk.skipDescendants()
      } else {
        found.append(folder.isEmpty ? entry : "\(folder)/\(entry)")
      }
    }
    return found.sorted()
  }

  private static func files(under folder: String, withExtension suffix: String) throws -> [File] {
    try paths(under: folder).filter { $0.hasSuffix(".\(suffix)") }.map { File(path: $0, text: try text($0)) }
  }
}
