import Testing

@testable import Files

@Suite("Splitting a path")
struct SplitPathTests {
  @Test(
    "into a folder and a name in it",
    arguments: [
      ("a", ".", "a"), ("/a", "/", "a"), ("a/b/c", "a/b", "c"), ("/用户/b", "/用户", "b"), ("../a", "..", "a"),
      ("a/", "a", ""), ("/", "/", ""), ("", ".", ""), ("a/\u{301}b", "a", "\u{301}b"),
    ])
  func parts(_ path: String, _ folder: String, _ name: String) {
    let split = splitPath(path)
    #expect(split.folder.utf8.elementsEqual(folder.utf8) && split.name.utf8.elementsEqual(name.utf8), "\(split)")
  }
}
