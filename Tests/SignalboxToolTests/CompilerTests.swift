import Foundation
import PtySupport
import Testing

/// Mistakes in a view model that the compiler finds, and what it says.
@Suite("The compiler and the language")
struct CompilerTests {
  /// What another view model has.
  private static let other = """
    struct Other: ViewModel {
      struct Model: ModelType { var isOn = false }
      let go = Input()
      let told = Subject<String>()
      let isFree = Guard { $0.isOn }
    }

    """

  /// Type-checks a chart of a view model whose model has a number `count`.
  private func mistakes(_ chart: String, model: String = "var count = 0") throws -> [String] {
    let source = """
      import ViewModels
      \(Self.other)
      struct Mine: ViewModel {
        struct Model: ModelType { \(model) }
        let go = Input<Int>()
        let told = Subject<String>()
        var chart: Chart { Region("mine") { State(.idle) { \(chart) } } }
      }
      """
    let folder = try ScratchFolder()
    try folder.write(source, to: "Mine.swift")
    let check = try ToolRun.typeCheck("Mine.swift", in: folder)
    return check.errors.split(separator: "\n").filter { $0.hasPrefix("Mine.swift:") && $0.contains(" error: ") }.map {
      String($0.drop { $0 != " " }.dropFirst())
    }
  }

  @Test("what is right has no mistake")
  func right() throws {
    #expect(try mistakes("On(go) { me, number in me.count = number; me.emit(told, \"x\") }") == [])
  }

  @Test(
    "a token of another view model, a wrong payload, a value of a wrong type",
    arguments: [
      ("On(Other.go)", "requires the types 'Mine' and 'InputToken<Other, ()>.Owner' (aka 'Other') be equivalent"),
      ("On(go, when: Other.isFree)", "does not conform to expected type 'any Condition<Mine>'"),
      ("On(go) { $0.emit(Other.told, \"x\") }", "to expected argument type 'SubjectToken<Mine, String>'"),
      ("On(go, emit: told)", "to expected argument type 'SubjectToken<Mine, Int>'"),
      ("On(go) { $0.emit(told, 3) }", "cannot convert value of type 'Int' to expected argument type 'String'"),
      ("On(go) { me in me.count = \"x\" }", "cannot assign value of type 'String' to type 'Int'"),
      ("On(go) { me in me.total = 1 }", "has no dynamic member 'total'"),
    ])
  func found(_ chart: String, _ message: String) throws {
    let mistakes = try mistakes(chart)
    #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
  }

  @Test("a model whose properties have no initial values")
  func model() throws {
    let mistakes = try mistakes("On(go)", model: "var count: Int")
    #expect(mistakes.contains { $0.contains("type 'Mine.Model' does not conform to protocol 'ModelType'") })
  }
}
