import Testing
import ViewModels

@Suite("The signal command and the laws")
struct SignalCommandLawTests {
  /// A run of `command@…`, by what its command and its view did.
  private struct Run {
    var phases: [String] = []
    var told: [String] = []
    var broken: [String] = []
    private var run: GalleryRun

    init(_ variant: String) throws {
      run = try GalleryRun("command@\(variant)")
    }

    mutating func answer(_ answer: ServiceBehaviour.Answer, after delay: Int? = nil) {
      act(.service(name: "find", ServiceBehaviour(delay: delay, answer: answer, isOnce: true)))
    }

    mutating func search(_ query: String) {
      act(.assign(field: "query", .string(query)))
      act(.send(input: "search", nil))
    }

    mutating func advance(_ milliseconds: Int) { act(.advance(milliseconds: milliseconds)) }

    private mutating func act(_ stimulus: Stimulus) {
      for effect in run(stimulus) {
        switch effect {
        case .moved("searching", _, let to): phases.append(to)
        case .output("told", _): break
        case .output(let subject, let value): told.append("\(subject) \(String(value) ?? "")")
        case .set("found", _, let new): told.append("found \([String](new) ?? [])")
        case .refused(let name, let reason): told.append("refused \(name): \(reason)")
        case .broken(let law): broken.append(law.text)
        default: break
        }
      }
    }
  }

  private let begin = ["validating", "executing"]
  private let ends = "every execution of 'searching' ends in exactly one outcome, or is cancelled"
  private let executes = "'searching' executes while something is in flight, and only then"
  private let values = "every value of 'searching' reaches the view"
  private let refusals = "every refused execution of 'searching' is seen"

  @Test("an execution shows its phases and keeps every law", arguments: ["original", "fixed"])
  func kept(_ variant: String) throws {
    var run = try Run(variant)
    run.search("cats")
    run.advance(1_000)
    run.search("dogs")
    run.advance(1_000)
    #expect(run.phases == begin + ["succeeded"] + begin + ["succeeded"])
    #expect(
      run.told == [
        "searching.next cats: 3", #"found ["cats: 3"]"#, "searching.next dogs: 3", #"found ["cats: 3", "dogs: 3"]"#,
      ])
    #expect(run.broken == [])
  }

  @Test("a failure is yellow, any other error red, and both can be left again")
  func failed() throws {
    var run = try Run("fixed")
    run.answer(.outcome(.fail, "closed"))
    run.search("cats")
    run.advance(1_000)
    run.answer(.outcome(.error, "offline"))
    run.search("dogs")
    run.advance(1_000)
    run.search("cats")
    run.advance(1_000)
    #expect(run.phases == begin + ["failed"] + begin + ["error"] + begin + ["succeeded"])
    #expect(
      run.told.prefix(4) == ["searching.fail closed", "error closed", "searching.error offline", "error offline"])
    #expect(run.broken == [])
  }

  @Test("HZ-C6: a refused execution is seen by nobody in the original, and told in the fixed one")
  func refused() throws {
    var original = try Run("original")
    original.search("cat")
    #expect(original.told == ["refused searching: not enabled"])
    #expect(original.broken.contains(refusals))
    var fixed = try Run("fixed")
    fixed.search("cat")
    fixed.search("cats")
    fixed.search("dogs")
    #expect(
      fixed.told == [
        "refused searching: not enabled", "rejected 请稍候", "refused searching: already executing", "rejected 请稍候",
      ])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C7: work that never ends executes for ever in the original, and ends as an error in the fixed one")
  func never() throws {
    var original = try Run("original")
    original.answer(.never)
    original.search("cats")
    original.advance(600_000)
    #expect(original.phases == begin)
    #expect(original.broken == [ends])
    var fixed = try Run("fixed")
    fixed.answer(.never)
    fixed.search("cats")
    fixed.advance(60_000)
    fixed.search("dogs")
    fixed.advance(1_000)
    #expect(fixed.phases == begin + ["error"] + begin + ["succeeded"])
    #expect(fixed.told.prefix(2) == ["searching.error 请求超时", "error 请求超时"])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C8: switchToLatest drops what the earlier execution sends; the fixed one shows all that it takes")
  func dropped() throws {
    var original = try Run("original")
    original.answer(.defined, after: 3_000)
    original.search("slow")
    original.search("fast")
    original.advance(10_000)
    #expect(original.told == ["searching.next fast: 3", #"found ["fast: 3"]"#, "searching.next slow: 3"])
    #expect(original.broken.contains(values))
    var fixed = try Run("fixed")
    fixed.answer(.defined, after: 3_000)
    fixed.search("slow")
    fixed.search("fast")
    fixed.advance(10_000)
    #expect(fixed.told.suffix(2) == ["searching.next slow: 3", #"found ["slow: 3"]"#])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C9: a caller that hears only of completion is busy for ever after an error in the original")
  func onlyCompleted() throws {
    var original = try Run("original")
    original.answer(.outcome(.error, "offline"))
    original.search("cats")
    original.advance(10_000)
    #expect(original.told == ["searching.error offline", "error offline"])
    #expect(original.broken == [executes])
    var fixed = try Run("fixed")
    fixed.answer(.outcome(.error, "offline"))
    fixed.search("cats")
    fixed.advance(10_000)
    #expect(fixed.told == ["searching.error offline", "error offline"])
    #expect(fixed.broken == [])
  }
}
