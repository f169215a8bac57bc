import Testing
import ViewModels

@Suite("The signal command and the laws")
struct SignalCommandLawTests {
  private let machine = Searcher.machine

  private struct Run {
    var phases: [String] = []
    var told: [String] = []
    var broken: [String] = []
  }

  private enum Act {
    case search(String)
    case advance(Int)
  }

  private func run(isFixed: Bool, isConcurrent: Bool = false, _ acts: Act...) -> Run {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .assign(field: "isFixed", .bool(isFixed)))
    _ = machine.step(&snapshot, .assign(field: "isConcurrent", .bool(isConcurrent)))
    var effects = machine.step(&snapshot, .send(input: "wire", nil)).flatMap(\.effects)
    for act in acts {
      switch act {
      case .search(let query):
        effects += machine.step(&snapshot, .send(input: "search", .string(query))).flatMap(\.effects)
      case .advance(let time): effects += machine.step(&snapshot, .advance(milliseconds: time)).flatMap(\.effects)
      }
    }
    var run = Run()
    for effect in effects {
      switch effect {
      case .moved("search", _, let to): run.phases.append(to)
      case .output(let subject, let value): run.told.append(String(value).map { "\(subject) \($0)" } ?? subject)
      case .set("found", _, let new): run.told.append("found \([String](new) ?? [])")
      case .refused(let name, let reason): run.told.append("refused \(name): \(reason)")
      case .broken(let law): run.broken.append(law)
      default: break
      }
    }
    return run
  }

  private let ends = "every execution of 'search' ends in exactly one outcome, or is cancelled"
  private let executes = "'search' executes while something is in flight, and only then"
  private let values = "every value of 'search' reaches the view"
  private let refusals = "every refused execution of 'search' is seen"

  @Test("an execution shows its phases and keeps every law", arguments: [false, true])
  func kept(isFixed: Bool) {
    let run = run(isFixed: isFixed, .search("fast"), .advance(1_000), .search("slow"), .advance(10_000))
    #expect(
      run.phases == ["idle", "validating", "executing", "succeeded", "validating", "executing", "succeeded"])
    #expect(
      run.told == ["search.next fast", #"found ["fast"]"#, "search.next slow", #"found ["fast", "slow"]"#])
    #expect(run.broken == [])
  }

  @Test("a failure is yellow, any other error red, and both can be left again")
  func failed() {
    let run = run(isFixed: true, .search("closed"), .search("bad"), .advance(1_000), .search("fast"), .advance(1_000))
    let begin = ["validating", "executing"]
    #expect(run.phases == ["idle"] + begin + ["failed"] + begin + ["error"] + begin + ["succeeded"])
    #expect(run.told.prefix(4) == ["search.fail closed today", "error", "search.error E", "error E"])
    #expect(run.broken == [])
  }

  @Test("HZ-C6: a refused execution is seen by nobody in the original, and told in the fixed one")
  func refused() {
    let original = run(isFixed: false, .search("slow"), .search("fast"), .advance(10_000))
    #expect(original.told.first == "refused search: already executing")
    #expect(original.broken == [refusals])
    let fixed = run(isFixed: true, .search("slow"), .search("fast"), .advance(10_000))
    #expect(fixed.told.prefix(2) == ["refused search: already executing", "rejected"])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C7: work that never ends executes for ever in the original, and ends as an error in the fixed one")
  func never() {
    let original = run(isFixed: false, .search("never"), .advance(60_000), .search("fast"))
    #expect(original.phases == ["idle", "validating", "executing"])
    #expect(original.broken.first == ends)
    let fixed = run(isFixed: true, .search("never"), .advance(60_000), .search("fast"), .advance(60_000))
    #expect(fixed.phases == ["idle", "validating", "executing", "error", "validating", "executing", "succeeded"])
    #expect(fixed.told.prefix(2) == ["search.error timeout", "error timeout"])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C8: switchToLatest drops what the slower execution sends, flatten does not")
  func dropped() {
    let original = run(isFixed: false, isConcurrent: true, .search("slow"), .search("fast"), .advance(10_000))
    #expect(original.told == ["search.next fast", #"found ["fast"]"#, "search.next slow"])
    #expect(original.broken.contains(values))
    let fixed = run(isFixed: true, isConcurrent: true, .search("slow"), .search("fast"), .advance(10_000))
    #expect(
      fixed.told == ["search.next fast", #"found ["fast"]"#, "search.next slow", #"found ["fast", "slow"]"#])
    #expect(fixed.phases.suffix(3) == ["succeeded", "executing", "succeeded"])
    #expect(!fixed.broken.contains(values))
  }

  @Test("HZ-C9: a caller that hears only of completion is busy for ever after an error in the original")
  func onlyCompleted() {
    let original = run(isFixed: false, .search("bad"), .advance(10_000))
    #expect(original.told == ["search.error E", "error E"])
    #expect(original.broken == [executes])
    let fixed = run(isFixed: true, .search("bad"), .advance(10_000), .search("fast"), .advance(1_000))
    #expect(fixed.told.suffix(1) == [#"found ["fast"]"#])
    #expect(fixed.broken == [])
  }
}
