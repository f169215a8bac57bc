import ArgumentParser
import Terminal

/// When a command writes colours.
struct ColorOptions: ParsableArguments {
  @Option(name: .customLong("color"), help: "When to write colours: auto, always or never.")
  var color = ColorOption.auto

  /// Whether to write them to standard output.
  var isUsed: Bool { TerminalCapabilities.usesColor(color.choice) }
}

/// The values of `--color`.
enum ColorOption: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var choice: ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    }
  }
}
