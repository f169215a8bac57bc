import PtySupport
import Testing

@Suite("What adapters assume of Swift's runtime")
struct CanaryTests {
  @Test(
    "holds with this toolchain",
    arguments: [
      "executors", "late", "isolation", "sleeps", "clocks", "observation", "tasks", "cancelled", "tear-down", "foreign",
      "memory", "hashing", "main-queue",
    ])
  func canary(name: String) throws {
    let run = try FixtureRun(["canary", name], in: ScratchFolder())
    #expect(run.output == "ok\n", "\(name): \(run.output)\(run.errors)")
    #expect(run.code == 0)
  }
}
