/// How commands that ran before run again: without a stop, or as long as somebody who watches lets them.
struct Pace<Stop: Error> {
  /// Called between two pieces of a command, with how far it is.
  let step: (CommandProgress) throws(Stop) -> Void
}

extension Pace where Stop == Never {
  /// Nobody watches.
  static var free: Self { Pace { _ in } }
}

extension Pace where Stop == Mistake {
  /// As the watch lets them.
  init(watchedBy watch: CommandWatch?) {
    self.init { progress throws(Mistake) in
      guard let watch else { return }
      if watch.isInterrupted() { throw Mistake(.stopped) }
      watch.progress(progress)
    }
  }
}
