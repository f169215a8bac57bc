import SignalboxTool
import ViewModels

/// The tool over two versions of a machine that acts on terminals by every name that it has; for the test of the sinks.
@main
struct HostileFixture {
  static func main() {
    SignalboxTool.run(
      machines: [machine(VersionOne.self, "one"), machine(VersionTwo.self, "two")], executable: "signalbox")
  }

  private static func machine<V: HostileVersion>(_ version: V.Type, _ variant: String) -> Machine {
    Machine(
      Hostile<V>.self, name: "evil", variant: variant, summary: HostileText.name("summary"),
      page: HostileText.name("page"))
  }
}
