import Statecharts
import ViewModels

extension Catalogue {
  /// The machine of a name, if it can run.
  ///
  /// - Throws: a mistake with the nearest name, or with what is wrong with the machine and where.
  package func soundMachine(named reference: String) throws(Mistake) -> Machine {
    let machine = try machine(named: reference)
    if let error = machine.findings.first(where: { $0.severity == .error }) {
      throw Mistake(.unsoundMachine(machine.title, error.sentence))
    }
    return machine
  }
}
