import Traces
import ViewModels

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out, and so does a line that cannot be
  /// read but could hold one.
  public func historyLine(for line: String) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
    do throws(Mistake) {
      guard case .drive(let act) = try task(of: line, from: .typed) else { return line }
      guard act.typed.isEmpty else { return nil }
      return act.holdsSecret(in: run?.scene) ? act.text : line
    } catch {
      return couldHoldSecret(line) ? nil : line
    }
  }

  /// Whether a line that cannot be read names something like a secret. Without a machine nobody knows, and only short
  /// lines are safe.
  private func couldHoldSecret(_ line: String) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    guard let scene = run?.scene else { return words.count >= 3 }
    let secrets =
      scene.fields.filter(\.shape.isSecret).map(\.path)
      + scene.knownControls.filter { $0.kind == .secureText }.map(\.name)
    return words.contains { NearestWord.find($0, among: secrets) != nil }
  }
}

extension Act {
  fileprivate func holdsSecret(in scene: Scene?) -> Bool {
    guard case .step(let stimulus, _) = move, let scene else { return false }
    switch stimulus {
    case .set(let name, _), .paste(let name, _), .type(let name, _), .assign(let name, _):
      let isSecure = scene.knownControls.contains { $0.name.hasSameBytes(as: name) && $0.kind == .secureText }
      return isSecure || scene.field(at: name)?.shape.isSecret ?? false
    case .erase, .tap, .dismiss, .back, .send, .reply, .service, .advance, .fire, .settle: return false
    }
  }
}
