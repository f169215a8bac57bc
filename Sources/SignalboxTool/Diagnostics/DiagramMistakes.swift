import Console
import DiagramFiles
import Differences
import Files
import ViewModels

extension Tool {
  /// The option of every command that skips the parts of a diagram that are not understood.
  static let lenient = "--lenient"
}

extension Catalogue {
  /// A catalogue that also finds diagrams in files.
  init(_ machines: [Machine], isLenient: Bool, executable: String) {
    let diagrams = DiagramMachines(isLenient: isLenient) { path, problem in
      Streams(executable: executable).warn(problem.located(in: path))
    }
    self.init(machines) { (reference, root) throws(Mistake) in
      do throws(DiagramError) {
        return try diagrams.machine(named: reference, under: root)
      } catch {
        throw Mistake(error)
      }
    }
  }
}

extension Tool {
  /// A diagram with the names of another machine's page and region; nil if the text names no diagram.
  func diagram(named text: String, like other: Machine) throws -> Machine? {
    guard let reference = DiagramReference(text) else { return nil }
    do throws(DiagramError) {
      return try DiagramMachines.read(reference, like: other).machine
    } catch {
      throw unknownMachine(text, Mistake(error))
    }
  }

  /// Two machines; a diagram gets the names of the other one, so that their parts are joined.
  func machines(named a: String, _ b: String) throws -> Sides<Machine> {
    let (first, second) = (try machine(named: a), try machine(named: b))
    if let like = try diagram(named: b, like: first) { return Sides(a: first, b: like) }
    return Sides(a: try diagram(named: a, like: second) ?? first, b: second)
  }
}

extension Mistake {
  /// Names the place of the first problem and the lines of the others.
  init(_ error: DiagramError) {
    switch error {
    case .unreadable(let error):
      self.init(column: 1, sentence: "\(error.path.shownPath): \(error.message)", code: error.code)
    case .problems(let problems, let path):
      let first = problems[0]
      let others = Set(problems.map(\.line)).subtracting([first.line]).sorted().prefix(8).map(String.init)
      let more = others.isEmpty ? "" : "; also line\(others.count == 1 ? "" : "s") \(others.joined(separator: ", "))"
      let advice = first.kind == .notUnderstood ? "; '\(Tool.lenient)' skips it" : ""
      self.init(column: 1, sentence: first.located(in: path) + advice + more, code: first.code)
    }
  }
}

extension DiagramProblem {
  func located(in path: String) -> String { "\(path.shownPath):\(line):\(column): \(sentence)" }
}
