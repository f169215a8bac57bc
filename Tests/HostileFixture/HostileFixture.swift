import SignalboxTool
import ViewModels

/// The tool over a machine that acts on terminals by every name that it has; for the test of the sinks.
@main
struct HostileFixture {
  static func main() {
    SignalboxTool.run(
      machines: [
        Machine(
          Hostile.self, name: "evil", variant: "one", summary: HostileText.name("summary"),
          page: HostileText.name("page"))
      ], executable: "signalbox")
  }
}
