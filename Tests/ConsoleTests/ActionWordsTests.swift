import Testing
import Traces
import ViewModels

@testable import Console

/// Two buttons whose names differ in a mark alone.
private struct Pager: ViewModel {
  struct Model: ModelType, Hashable { var page = 0 }

  let page = Field(\.page)
  let nextPage = Input()
  let next_page = Input()

  var chart: Chart {
    Region("pager") { On(nextPage) { $0.page += 1 } }
  }

  var screen: Screen {
    Screen("Pager") {
      Button(nextPage, "Next")
      Button(next_page, "Next")
    }
  }
}

struct ActionWordsTests {
  @Test("what several things are called is an error that names them, and a command chooses one")
  func ambiguous() throws {
    let words = ActionWords(Machine(Pager.self, name: "pager", variant: "x", summary: "two buttons"))
    func command(_ name: String) -> String {
      do throws(Mistake) {
        return try words.command(for: ITFActions.Action(name: name))
      } catch {
        return "\(error.code) \(error.sentence)"
      }
    }
    #expect(
      command("NextPage")
        == "E1208 'NextPage' could be 'tap nextPage' or 'tap next_page'; write one of them as the action")
    #expect(command("tap next_page") == "tap next_page")
  }
}
