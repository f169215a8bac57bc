import SeededRandom
import Testing
import ViewModels

/// What holds of every fixed variant, whatever is done to it.
@Suite("Random walks over the fixed variants")
struct FixedWalkTests {
  static let titles = GalleryRun.gallery.filter { $0.variant == "fixed" }.map(\.title.text)

  @Test("keep every law and never crash", arguments: titles)
  func laws(_ title: String) throws {
    for seed in 0..<UInt64(6) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      for _ in 0..<120 {
        let stimulus = run.machine.randomUse(run.snapshot, &random)
        let effects = run(stimulus, isHeld: Int.random(in: 0..<8, using: &random) == 0)
        #expect(effects.broken + effects.crashes == [], "seed \(seed): \(stimulus)")
      }
    }
  }
}

extension Machine {
  /// What a user, a program that calls inputs, or the server may do; texts are samples mostly.
  fileprivate func randomUse(_ snapshot: Snapshot, _ random: inout some RandomNumberGenerator) -> Stimulus {
    let screen = screen(of: snapshot)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      guard
        let field = fields(of: snapshot).filter({ $0.isAssignable && !$0.path.text.contains("[") }).randomElement(
          using: &random),
        let sample = samples.filter({ field.shape.admits($0.value) && $0.owner == field.path }).randomElement(
          using: &random)
      else { return .settle }
      let text = String(sample.value) ?? Secret<String>(sample.value)?.revealed
      guard let text, screen.controls.contains(where: { $0.name == field.path }) else { return .settle }
      return .set(control: field.path.text, .string(text))
    case 1:
      guard let alert = screen.alert else { return .advance(milliseconds: 500) }
      return .dismiss(button: alert.buttons.randomElement(using: &random))
    case 2:
      let answers: [ServiceBehaviour.Answer] = [
        .defined, .never, .manual, .outcome(.ok, nil), .twice(.ok, nil), .outcome(.fail, "说不"), .outcome(.error, ""),
      ]
      guard let service = services(of: snapshot).randomElement(using: &random) else { return .settle }
      return .service(
        name: service.name.text,
        ServiceBehaviour(
          delay: [0, 300, 1_000, 2_000, 2_500].randomElement(using: &random)!,
          answer: answers.randomElement(using: &random)!, isLate: Bool.random(using: &random)))
    case 3: return .advance(milliseconds: [0, 500, 1_000, 2_000, 12_000, 61_000].randomElement(using: &random)!)
    case 4:
      guard let input = inputs.filter({ $0.shape == .void }).randomElement(using: &random) else { return .settle }
      return .send(input: input.name.text, nil)
    default:
      let stimulus = randomStimulus(snapshot, &random)
      if case .send = stimulus { return .settle }  // without the payload that it should have
      return stimulus
    }
  }
}
