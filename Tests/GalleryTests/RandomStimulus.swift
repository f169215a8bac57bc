import Gallery
import Statecharts
import ViewModels

extension Machine {
  /// Something that could be done to the machine where it stands; also what will be refused.
  func randomStimulus(_ snapshot: Snapshot, _ random: inout some RandomNumberGenerator) -> Stimulus {
    let controls = screen(of: snapshot).controls
    let control = controls.randomElement(using: &random)?.name ?? "none"
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      return .paste(control: control.text, ["aaaaaa", "1a!2", "13874385438", ""].randomElement(using: &random)!)
    case 2: return .erase(control: control.text, count: 2)
    case 3: return .type(control: control.text, "ab")
    case 4, 5, 6: return .tap(control: control.text, nil)
    case 7: return .advance(milliseconds: [nil, 0, 300, 1000].randomElement(using: &random)!)
    case 8:
      guard let input = inputs.randomElement(using: &random) else { return .settle }
      return .send(input: input.name.text, nil)
    case 9:
      if let request = requests(of: snapshot).randomElement(using: &random) {
        return .reply(request: request.name.text, Outcome.allCases.randomElement(using: &random)!, nil)
      }
      return screen(of: snapshot).alert == nil ? .back : .dismiss(button: nil)
    case 10:
      guard let service = services(of: snapshot).randomElement(using: &random) else { return .dismiss(button: nil) }
      let answers: [ServiceBehaviour.Answer] = [.manual, .defined, .twice(.ok, nil), .outcome(.fail, nil), .never]
      let answer = answers.randomElement(using: &random)!
      return .service(
        name: service.name.text,
        ServiceBehaviour(
          delay: 300, answer: answer, isLate: Bool.random(using: &random), isOnce: Bool.random(using: &random)))
    case 11: return [.focus(control: control.text), .blur, .pressReturn].randomElement(using: &random)!
    case 12: return .observers(reversed: Bool.random(using: &random))
    default:
      guard let work = work(of: snapshot).randomElement(using: &random) else { return .dismiss(button: nil) }
      return .fire(work: work.name.text)
    }
  }
}
