import Foundation

/// Where the executables are that were built together with the tests.
public enum BuiltProduct {
  /// The path of an executable product, next to the tests' own.
  public static func path(_ name: String) -> String {
    let bundles = [Bundle.main] + Bundle.allBundles
    let tests = bundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    let folder = tests ?? Bundle.main.executableURL?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent(name).path
  }
}
