import Gallery
import SignalboxTool

@main
struct Signalbox {
  static func main() {
    SignalboxTool.run(machines: Gallery.machines + Gallery.classes)
  }
}
