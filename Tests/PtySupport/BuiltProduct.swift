import Foundation

/// Where the executables are that were built together with the tests.
public enum BuiltProduct {
  /// The path of the folder that they are in, with the modules that they were built from: the tests' own.
  public static var folder: String {
    let bundles = [Bundle.main] + Bundle.allBundles
    let tests = bundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    return (tests ?? Bundle.main.executableURL?.deletingLastPathComponent() ?? Bundle.main.bundleURL).path
  }

  /// The path of an executable product.
  public static func path(_ name: String) -> String {
    "\(folder)/\(name)"
  }
}
