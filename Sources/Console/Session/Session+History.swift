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
    let namesOne = words.contains { word in
      let isPrefix = word.utf8.count > 1 && secrets.contains { $0.utf8.starts(with: word.utf8) }
      return isPrefix || NearestWord.find(word, among: secrets) != nil
    }
    // A value behind a control or an input that takes none may have been meant for a field.
    let carriesValue = words.count > 2 && ["tap", "send"].contains { $0.utf8.starts(with: words[0].utf8) }
    return namesOne || carriesValue && !secrets.isEmpty
  }
}

extension Act {
  fileprivate func holdsSecret(in scene: Scene?) -> Bool {
    guard case .step(let stimulus, _) = move, let scene else { return false }
    switch stimulus {
    case .set(let name, _), .paste(let name, _), .type(let name, _), .assign(let name, _):
      let isSecure = scene.knownControls.contains { $0.name.hasSameBytes(as: name) && $0.kind == .secureText }
      return isSecure || scene.field(at: name)?.shape.isSecret ?? false
    case .erase, .focus, .blur, .pressReturn, .tap, .dismiss, .back, .send, .reply, .service, .observers, .advance,
      .fire, .settle:
      return false
    }
  }
}
