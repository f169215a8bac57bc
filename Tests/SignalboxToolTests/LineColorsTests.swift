import Terminal
import Testing

@testable import SignalboxTool

@Suite("colours of a session")
struct LineColorsTests {
  private func marked(_ parts: [LineColors.Part]) -> String {
    parts.filter { !$0.text.isEmpty }.map { $0.style == .plain ? $0.text : "<\($0.style) \($0.text)>" }.joined()
  }

  @Test(
    "what a transcript holds",
    arguments: [
      ("", "|"), ("login idle -> validating -> executing", "| login idle -> validating -> executing"),
      ("+1000ms login executing -> succeeded", "| <dim +1000ms >login executing -> <green succeeded>"),
      ("login executing -> failed -> idle", "| login executing -> <yellow failed> -> idle"),
      ("login executing -> error", "| login executing -> <red error>"),
      ("reply authenticate ok $session", "| reply authenticate <green ok> $session"),
      ("reply authenticate fail \"ok\"", "| reply authenticate <yellow fail> \"ok\""),
      ("reply authenticate error", "| reply authenticate <red error>"),
      ("broken \"one push\"", "| <red broken \"one push\">"), ("crash: a -> error", "| <red crash: a -> error>"),
      ("+5ms limit hops: a", "| <dim +5ms ><red limit hops: a>"),
      ("refused buy: disabled", "| <yellow refused buy: disabled>"),
      ("late load ok 1", "| <yellow late load ok 1>"),
      // A text says nothing about a command.
      ("name \"a\" -> \"b -> error\"", "| name \"a\" -> \"b -> error\""),
      ("kind .ok -> .error", "| kind .ok -> .error"),
      ("+1000 ms", "| +1000 ms"),
    ])
  func recorded(_ line: String, _ expected: String) {
    #expect(marked(LineColors.recorded(line)) == expected)
  }

  @Test(
    "a sentence is broken between words where the window ends",
    arguments: [
      ("a page of 登录 alone", 40, ["  a page of 登录 alone"]), ("a page of 登录 alone", 22, ["  a page of 登录 alone"]),
      ("a page of 登录 alone", 21, ["  a page of 登录", "    alone"]),
      ("a page of 登录 alone", 15, ["  a page of", "    登录 alone"]),
      ("a  b cccccccccccc d", 10, ["  a  b", "    cccccccccccc", "    d"]),
      ("  + one two", 9, ["    <green +> <green one>", "      <green two>"]),
      ("name \"one two\"", 9, ["  name \"one two\""]), ("one", 1, ["  one"]),
    ])
  func broken(_ line: String, _ width: Int, _ expected: [String]) {
    #expect(BrokenLine(LineColors.talk(line), width: width).lines.map(marked) == expected)
  }

  @Test(
    "talk",
    arguments: [
      ("- login a", "  <red - login a>"), ("  + login a", "    <green + login a>"),
      ("login  succeeded", "  login  <green succeeded>"),
      ("break: broken", "  <bold break: broken>"), ("buy  ( 购买 )  disabled", "  <dim buy  ( 购买 )  disabled>"),
      ("name  \"ok\"  String", "  name  \"ok\"  String"), ("", "  "),
    ])
  func talk(_ line: String, _ expected: String) {
    #expect(marked(LineColors.talk(line)) == expected)
  }

  @Test(
    "a report: sides and verdicts",
    arguments: [
      ("- a  login@original", "<red - a  login@original>"), ("  + | push home", "  <green + | push home>"),
      ("~ login  - idle  + failed", "~ login  <red - idle  ><green + failed>"),
      ("1  login  - idle -> failed  + idle  (2 times)", "1  login  <red - idle -> failed  ><green + idle  (2 times)>"),
      // Inside quotes it is a value.
      ("~ name  - \"a  + b\"  + \"\\\"  - c\"", "~ name  <red - \"a  + b\"  ><green + \"\\\"  - c\">"),
      ("a -> b  => c", "a -> b  => c"), ("  set name \"x: failed\"", "  set name \"x: failed\""),
      ("2 cases in 1 file: 1 passed, 1 failed", "2 cases in 1 file: <green 1 passed>, <red 1 failed>"),
      ("a.transcript:13: failed: a login", "a.transcript:13: <red failed: a login>"),
      ("2 differences in 1 step (1 value): breaking", "2 differences in 1 step (1 value): <red breaking>"),
      ("list  4  green  red 1,2  =", "list  4<green   green><red   red 1,2>  ="),
      ("a \"green  red 1\"  green", "a \"green  red 1\"  green"),
      ("reds  redder 1  green grass", "reds  redder 1  green grass"),
      ("login@fixed: 3 not taken", "login@fixed: <yellow 3 not taken>"),
      (
        "broken \"one push\" (queued on the main queue: push home):",
        "<red broken \"one push\" (queued on the main queue: push home):>"
      ), ("", ""),
    ])
  func report(_ line: String, _ expected: String) {
    #expect(marked(LineColors.report(line)) == expected)
    // Nothing is said by colour alone: without it the line is the same.
    #expect(LineColors.report(line).map(\.text).joined() == line)
  }
}
