import Foundation
import Testing
import ViewModels

@testable import Gallery
@testable import Live

/// What a host refuses when it is made, and what an app must not do.
@Suite("Live: bad input")
struct MistakeTests {
  private static func errors(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a service without an answer is named when the host is made")
  func missing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Live<Login>(machine("login-app@fixed")) { $0.answer(\Home.list) { _ in [] } } }
    }
    let text = Self.errors(result)
    #expect(text.contains("login-app@fixed: no answer for 'authenticate', 'totals'; add world.answer(\\.authenticate)"))
  }

  @Test("an input with the name of a property is named when the host is made")
  func clash() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Live(Clash.self) }
    }
    #expect(Self.errors(result).contains("'Clash.like' is an input and a property; rename one"))
  }

  @Test("a machine whose first page is another view model is named")
  func otherPage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Live<Shelf>(machine("login@original")) }
    }
    #expect(Self.errors(result).contains("the first page of 'login@original' is not a Shelf"))
  }

  @Test("a field that no control edits stops a debug build; the refusal is recorded, and the field stays")
  func unsettable() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let shelf: Live<Shelf> = Live(shelf, recorder: .file("/dev/stderr")) { $0.answer(\.search) { [$0] } }
        shelf.count = 3
      }
    }
    #expect(Self.errors(result).contains("no control edits 'count'"))
  }
}

private struct Clash: ViewModel {
  struct Model: ModelType {
    var like = false
  }

  let like = Field(\.like)
  let press = Input("like")
}
