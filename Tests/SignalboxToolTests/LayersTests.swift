import PtySupport
import Testing

struct LayersTests {
  private func sources() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("struct HomeView { var model: HomeViewModel }\n", to: "HomeView.swift")
    try folder.write("class HomeViewModel { var name = \"\" }\n", to: "HomeViewModel.swift")
    return folder
  }

  private func layers(_ arguments: String..., in folder: ScratchFolder) throws -> ToolRun {
    try ToolRun(arguments, in: folder, tool: "signalbox-layers")
  }

  @Test("sources that obey end with 0 and a line of counts")
  func obeying() throws {
    let run = try layers(".", in: sources())
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output == "2 files, 2 types (1 View, 1 ViewModel): 0 forbidden references, 0 cycles\n")
  }

  @Test("a forbidden reference ends with 1, and its file cannot act on the terminal")
  func forbidden() throws {
    let folder = try sources()
    try folder.write("class `A\u{1B}[2J`: ViewModel { let v: HomeView }\n", to: "A.swift")
    let run = try layers("A.swift", "HomeView.swift", in: folder)
    #expect(run.code == 1)
    #expect(
      run.output == """
        A.swift:1:35: ViewModel 'A\\u{1B}[2J' refers to View 'HomeView'
        2 files, 2 types (1 View, 1 ViewModel): 1 forbidden reference, 0 cycles

        """)
    let json = try layers("--json", "A.swift", "HomeView.swift", in: folder)
    #expect(json.code == 1)
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(#"{"finding":"reference","v":1,"path":"A.swift","line":1,"column":35,"count":1,"parts":[{"#))
    #expect(lines[1].hasPrefix(#"{"layers":{"View":1,"ViewManager":0,"#))
  }

  @Test("own rules are read, and what they allow for nothing is bad input")
  func rules() throws {
    let folder = try sources()
    #expect(try layers("--show-rules", in: folder).output.contains("\nlayer ViewModel\n"))
    try folder.write("layer Screen\n  ends View\nlayer Logic\n  ends ViewModel\nallow A B\n", to: "rules")
    let run = try layers("--rules", "rules", ".", in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox-layers: error[E1110]: rules:5:1: nothing needs 'allow A B'; remove the line\n")
    #expect(run.output.contains("Screen 'HomeView' refers to Logic 'HomeViewModel'"))
    try folder.write("layer Screen\n  uses Nothing\n", to: "rules")
    let broken = try layers("--rules", "rules", ".", in: folder)
    #expect(broken.code == 2)
    #expect(broken.errors.hasPrefix("signalbox-layers: error[E2301]: rules:2:8: unknown layer 'Nothing'"))
  }

  @Test("the rules of the present folder are found, with the sources that they name")
  func rulesNearby() throws {
    let folder = try sources()
    try folder.write("class Late: ViewModel { let v: HomeView }\n", to: "Late.swift")
    try folder.write(
      "sources HomeView.swift HomeViewModel.swift\nlayer Screen\n  ends View\n  uses Logic\nlayer Logic\n  ends ViewModel\n",
      to: ".signalbox-layers")
    let run = try layers(in: folder)
    #expect(run.code == 0)
    #expect(run.output == "2 files, 2 types (1 Screen, 1 Logic): 0 forbidden references, 0 cycles\n")
    let named = try layers(".", in: folder)
    #expect(named.code == 1)
    #expect(
      named.output.hasPrefix("Late.swift:1:32: Logic 'Late' refers to Screen 'HomeView'\n")
        || named.output.hasPrefix("./Late.swift:1:32: "))
    try folder.write("layer\n", to: ".signalbox-layers")
    let broken = try layers(".", in: folder)
    #expect(broken.code == 2)
    #expect(broken.errors.hasPrefix("signalbox-layers: error[E2301]: .signalbox-layers:1:1: "))
    let none = try layers(in: sources())
    #expect(none.code == 2)
    #expect(none.errors.hasPrefix("signalbox-layers: error[E1101]: nothing to read; "))
  }

  @Test("nothing to check is bad input", arguments: [["none.swift"], ["empty"], ["plain.swift"], ["missing"]])
  func nothing(_ paths: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write("func f() {}\n", to: "plain.swift")
    #expect(try ToolRun.shell("mkdir empty", in: folder).code == 0)
    let run = try ToolRun(paths, in: folder, tool: "signalbox-layers")
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("signalbox-layers: error[E"))
  }

  @Test("bad usage ends with 2, and help with 0")
  func usage() throws {
    let folder = try sources()
    let mixed = try layers("--show-rules", "--json", in: folder)
    #expect(mixed.code == 2 && mixed.output.isEmpty)
    #expect(
      mixed.errors.hasPrefix("signalbox-layers: error[E1101]: '--show-rules' only prints; remove the rest\nUsage: "))
    #expect(try layers("--nonsense", in: folder).code == 2)
    let help = try layers("--help", in: folder)
    #expect(help.code == 0 && help.errors.isEmpty && help.output.contains("USAGE: signalbox-layers "))
  }
}
