import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

/// A model of values that are easily lost on the way through a file.
private struct Odd: ViewModel {
  struct Model: ModelType, Hashable {
    var ratio = 0.0
    var text = "\u{e9}"
    var perhaps: Int?? = .none
    var numbers: Set<Double> = []
    var counts: [String: Int?] = [:]
    var deep: Value = .null
  }

  let divide = Input()
  let negate = Input()
  let decompose = Input()
  let wonder = Input()
  let collect = Input()
  let nest = Input<Int>()

  /// Read at run time, so that the processor divides: its nan is not the compiler's on every platform.
  static let zero = Double("0") ?? 1

  var chart: Chart {
    Region("odd") {
      On(divide) { $0.ratio = Odd.zero / Odd.zero }
      On(negate) { $0.ratio = -0.0 }
      On(decompose) { $0.text = "e\u{301}" }
      On(wonder) { $0.perhaps = $0.perhaps == .none ? .some(.none) : .some(.some(1)) }
      On(collect) { me in
        me.numbers = [-0.0, .nan, 1e21, -.infinity]
        me.counts = ["\u{e9}": nil, "b": 2, "#a": 0]
      }
      On(nest) { me, count in
        me.deep = (0..<min(count, 300)).reduce(.null) { value, _ in .list([value]) }
      }
      State(.idle)
    }
  }
}

/// Values go through a snapshot's file unchanged.
struct SnapshotValueTests {
  private static let machine = Machine(Odd.self, name: "odd", variant: "one", summary: "odd values")
  private static let catalogue = Catalogue([machine])

  private func saved(_ session: Session) throws -> String {
    var copy = session
    guard case .save(let saved)? = copy.run("save --snapshot a.snapshot").effects.first else {
      throw SnapshotFileError(.truncated, line: 0, column: 0)
    }
    return saved.text
  }

  private func reopened(_ session: Session) throws -> Session {
    var opened = Session(catalogue: Self.catalogue)
    _ = try opened.open(try saved(session), from: SnapshotReference(file: "a.snapshot", isMigrating: false))
    return opened
  }

  @Test(
    "an odd value is the same in the file and behind it, and the same happens next",
    arguments: [
      ["divide"], ["negate"], ["decompose"], ["wonder"], ["wonder", "wonder"], ["collect"],
      ["divide", "negate", "decompose", "wonder", "collect", "nest 40"],
    ])
  func odd(inputs: [String]) throws {
    var session = Session(catalogue: Self.catalogue)
    #expect(session.run("open odd").mistake == nil)
    for input in inputs { #expect(session.run("send \(input)").mistake == nil) }
    var opened = try reopened(session)
    #expect(try saved(opened) == saved(session))
    let bytes = try #require(session.run?.snapshot).canonicalBytes(Self.machine.program)
    #expect(opened.run?.snapshot.canonicalBytes(Self.machine.program) == bytes)
    for input in ["divide", "divide", "negate", "decompose", "wonder", "wonder", "collect", "nest 3"] {
      #expect(opened.shown("send \(input)") == session.shown("send \(input)"), "\(input)")
      #expect(opened.shown("fields") == session.shown("fields"), "\(input)")
    }
  }

  @Test("a nan that is computed again is no change, before and behind a file; minus zero is one")
  func numbers() throws {
    var session = Session(catalogue: Self.catalogue)
    _ = session.run("open odd")
    #expect(session.shown("send divide") == ["> send divide", "| ratio 0.0 -> nan"])
    var opened = try reopened(session)
    #expect(opened.shown("send divide") == session.shown("send divide"))
    #expect(session.shown("send negate") == ["> send negate", "| ratio nan -> -0.0"])
    var negative = try reopened(session)
    #expect(negative.shown("send negate") == session.shown("send negate"))
    #expect(session.shown("send divide") == ["> send divide", "| ratio -0.0 -> nan"])
  }

  @Test("what could not be opened again is not saved")
  func tooDeep() throws {
    var session = Session(catalogue: Self.catalogue)
    _ = session.run("open odd")
    _ = session.run("send nest 200")
    let reply = session.run("save --snapshot a.snapshot")
    #expect(reply.effects.isEmpty)
    #expect(reply.mistake?.code == "E1057")
    #expect(
      reply.mistake?.sentence
        == "a snapshot of this could not be opened again, so none is saved: this is nested deeper than 128 levels; "
        + "flatten it")
    #expect(session.run("send nest 100").mistake == nil)
    #expect(session.run("save --snapshot a.snapshot").effects.count == 1)
  }
}
