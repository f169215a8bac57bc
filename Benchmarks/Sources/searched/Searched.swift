import Gallery
import SignalboxTool

/// The tool over the machines of W4 and the gallery, for `Scripts/benchmark search` and `objects`.
@main
enum Searched {
  static func main() {
    SignalboxTool.run(
      machines: [
        Clients<OneClient>.machine, Clients<TwoClients>.machine, Clients<ThreeClients>.machine,
        Clients<FourClients>.machine, Clients<FiveClients>.machine,
      ] + Gallery.machines)
  }
}
