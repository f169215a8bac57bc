import SignalboxTool
import ViewModels

/// The tool over machines that act on terminals by every text: in `evil` by every name, too, so that it cannot be
/// opened; for the test of the sinks.
@main
struct HostileFixture {
  static func main() {
    SignalboxTool.run(
      machines: [
        machine("evil", VersionOne.self, "one"), machine("evil", VersionTwo.self, "two"),
        machine("typed", TypedOne.self, "one"), machine("typed", TypedTwo.self, "two"),
      ], executable: "signalbox")
  }

  private static func machine<V: HostileVersion>(_ name: Name, _ version: V.Type, _ variant: Name) -> Machine {
    Machine(
      Hostile<V>.self, name: name, variant: variant, summary: HostileText.name("summary"),
      page: Name(HostileText.name("page")))
  }
}
