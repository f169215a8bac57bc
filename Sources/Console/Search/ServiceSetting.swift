import Traces
import ViewModels

/// How a service answers during a whole search.
struct ServiceSetting: Sendable {
  let stimulus: Stimulus

  /// Reads what stands behind `service` in the console: `NAME [DURATION] [ANSWER [VALUE]] [late] [once]`.
  ///
  /// - Throws: what is wrong, with its place in the text.
  init(_ text: String, in scene: Scene) throws(Mistake) {
    var reader = ArgumentReader(ValueScanner(text), verb: .service, source: .file, scene: scene)
    var probe = reader
    _ = try probe.word("a service").naming(.service, among: scene.machine.serviceNames, by: \.self)
    let (name, behaviour, _) = try reader.serviceBehaviour()
    try reader.end()
    stimulus = .service(name: name, behaviour)
  }
}
