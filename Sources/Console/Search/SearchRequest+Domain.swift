import Traces
import ViewModels

/// What a machine declares under a name, and what is given beside it.
extension SearchRequest {
  /// Returns the request with what the domain that it names stands for.
  package func whole(for machine: Machine) throws(Failure) -> SearchRequest {
    guard let domain else { return self }
    do throws(Mistake) {
      return over(try Self.declared(domain.text, of: machine))
    } catch {
      throw Failure(option: .domain, word: domain, mistake: error)
    }
  }

  private static func declared(_ name: String, of machine: Machine) throws(Mistake) -> SearchRequest {
    guard let domain = machine.domains.first(where: { $0.name.hasBytes(of: name) }) else {
      let names = machine.domains.map { "'\($0.name)'" }
      let known = names.isEmpty ? "it declares none" : "it declares \(names.joined(separator: ", "))"
      throw Mistake(
        column: 1, sentence: "\(machine.title) declares no domain '\(name.shown)'; \(known)", code: "E1086")
    }
    return try SearchRequest(declaredBy: domain, of: machine)
  }

  /// Reads what a machine declares.
  ///
  /// - Throws: what is wrong there, which its author mends.
  package init(declaredBy domain: SearchDomain, of machine: Machine) throws(Mistake) {
    do throws(Mistake) {
      try self.init(declared: domain.options, of: machine)
    } catch {
      throw Mistake(
        column: 1,
        sentence: "the domain '\(domain.name.shown)' of \(machine.title) is wrong in column \(error.column) of "
          + "'\(domain.options.shown)': \(error.sentence)", code: error.code)
    }
  }

  fileprivate init(declared options: String, of machine: Machine) throws(Mistake) {
    var reader = ArgumentReader(ValueScanner(options), verb: .explore, source: .file, scene: nil)
    self = try reader.searchRequest(of: SearchOption.ofDomains)
    do throws(Failure) {
      _ = try self.options(for: machine)
    } catch {
      throw error.mistake.moved(to: error.word.column + error.mistake.column - 1)
    }
  }

  /// Whether values of a domain are of a name that has values here.
  private func isGiven(_ own: Word) -> Bool {
    values.contains { DomainValues.name(of: $0.text).hasBytes(of: DomainValues.name(of: own.text)) }
  }

  /// What is said here, and of a domain what is not.
  private func over(_ domain: SearchRequest) -> SearchRequest {
    var whole = self
    whole.domain = nil
    // Of settings the last count.
    (whole.values, whole.service) = (values + domain.values.filter { !isGiven($0) }, domain.service + service)
    (whole.services, whole.order) = (services ?? domain.services, order ?? domain.order)
    (whole.observers, whole.restart) = (observers ?? domain.observers, restart ?? domain.restart)
    if races == nil, between == nil { (whole.races, whole.between) = (domain.races, domain.between) }
    whole.rows = rows ?? domain.rows
    whole.usesKeyboard = usesKeyboard || domain.usesKeyboard
    whole.isPastTheScreen = isPastTheScreen || domain.isPastTheScreen
    return whole
  }
}

extension Machine {
  /// What is wrong in the searches that it declares: they are read when somebody names them.
  package var domainFindings: [DefinitionFinding] {
    domains.indices.compactMap { index in
      let domain = domains[index]
      if domains[..<index].contains(where: { $0.name.hasBytes(of: domain.name) }) {
        return domain.finding("is declared already, so nobody can choose this one", "give it another name")
      }
      do throws(Mistake) {
        _ = try SearchRequest(declared: domain.options, of: self)
        return nil
      } catch {
        return domain.finding("'\(domain.options)' is wrong in column \(error.column)", error.sentence)
      }
    }
  }
}

extension SearchDomain {
  fileprivate func finding(_ cause: String, _ cure: String) -> DefinitionFinding {
    DefinitionFinding("wrong-domain", .warning, at: "the domain '\(name)'", cause: cause, cure: cure)
  }
}
