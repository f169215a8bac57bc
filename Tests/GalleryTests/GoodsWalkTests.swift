import SeededRandom
import Testing
import ViewModels

/// What holds of the goods' page whatever is done to it.
@Suite("Random walks over the goods")
struct GoodsWalkTests {
  @Test("the fixed variants keep every law and never crash", arguments: ["goods@fixed", "phone-app@fixed"])
  func laws(_ title: String) throws {
    for seed in 0..<UInt64(4) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      if title == "phone-app@fixed" {
        run.tap("fill")
        run.tap("login")
        run.advance(2_000)
      }
      for _ in 0..<80 {
        let stimulus = run.machine.randomGoodsStimulus(run.snapshot, &random)
        if case .send = stimulus { continue }  // without the payload that it should have
        let effects = run(stimulus, isHeld: Int.random(in: 0..<8, using: &random) == 0)
        #expect(effects.broken + effects.crashes == [], "seed \(seed): \(stimulus)")
      }
    }
  }
}

extension Machine {
  /// Something that a user, or the server, may do to the list of goods where it stands.
  fileprivate func randomGoodsStimulus(_ snapshot: Snapshot, _ random: inout some RandomNumberGenerator) -> Stimulus {
    let row = Int.random(in: 0..<45, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .tap(control: "pullUp", nil)
    case 1: return .tap(control: "pullDown", nil)
    case 2, 3: return .tap(control: "items[\(row)].like", nil)
    case 4: return .tap(control: "items[5].like", nil)
    case 5: return .advance(milliseconds: Int.random(in: 0..<1_200, using: &random))
    case 6: return .tap(control: "offset", .double(Double(row) * 100))
    case 7:
      let answers: [ServiceBehaviour.Answer] = [.defined, .manual, .never, .twice(.ok, nil), .outcome(.fail, "不行")]
      let service = ["requestGoods", "requestBanners", "toggleLike"].randomElement(using: &random)!
      return .service(
        name: service,
        ServiceBehaviour(delay: 200 * row, answer: answers.randomElement(using: &random)!, isOnce: row > 20))
    default: return randomStimulus(snapshot, &random)
    }
  }
}
