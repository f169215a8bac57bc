import Gallery
import SignalboxTool

/// The tool over the gallery.
@main
struct Signalbox {
  static func main() {
    SignalboxTool.run(machines: Gallery.machines)
  }
}
