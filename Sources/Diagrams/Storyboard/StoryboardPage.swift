import Traces

/// A storyboard as an HTML page. Without the script its links work; the script copies and moves the focus.
struct StoryboardPage {
  private let board: Storyboard
  /// The sheets in the page's order: changed ones first.
  private let order: [Int]
  /// By sheet, counted from 1.
  private let numbers: [Int]

  init(_ board: Storyboard) {
    self.board = board
    order =
      board.sheets.indices.filter { board.sheets[$0].isChanged }
      + board.sheets.indices.filter { !board.sheets[$0].isChanged }
    var numbers = board.sheets.map { _ in 0 }
    for (place, sheet) in order.enumerated() { numbers[sheet] = place + 1 }
    self.numbers = numbers
  }

  var lines: [String] {
    let title = board.machines.map(\.title).joined(separator: ", ")
    let body =
      ["<header>", "<h1>\(title.escapedForMarkup)</h1>"] + introduction.map { "<p>\($0)</p>" } + ["</header>"]
      + contents
      + ["<main>"] + order.flatMap(lines) + ["</main>"] + reports
    return HTMLPage(title: title, style: Self.style, script: Self.script, body: body).lines
  }

  private var introduction: [String] {
    let isPair = board.machines.count > 1
    let extents = board.machines.map { (isPair ? "\($0.title): " : "") + $0.extent }
    let changed = board.sheets.count(where: \.isChanged)
    let pair =
      "\(changed) of \(board.sheets.count) screens differ, and come first. Open either machine, then run the script."
    return extents.map(\.escapedForMarkup) + (isPair ? [pair] : []) + [
      "Begin with <a href=\"#s\(number(0))\">the first screen</a>. Use a control, or a command, to go to the screen that "
        + "results; its number follows the arrow. <code>advance</code> lets time pass; <code>hold</code> leaves the work "
        + "that a command makes waiting. \u{2018}Sometimes\u{2019} means: not after this script, but after another one to "
        + "the same screen."
    ]
  }

  private func number(_ sheet: Int) -> String { "\(numbers[sheet])" }

  private var contents: [String] {
    let links = order.map { sheet in
      "<li><a href=\"#s\(number(sheet))\">\(number(sheet)) \(heading(of: board.sheets[sheet]))</a></li>"
    }
    return ["<nav aria-label=\"Screens\"><details>", "<summary>All screens</summary>", "<ol>"] + links
      + ["</ol>", "</details></nav>"]
  }

  private func heading(of sheet: Storyboard.Sheet) -> String {
    var names: [String] = []
    for frame in sheet.frames where !names.contains(frame.screen.heading) { names.append(frame.screen.heading) }
    return names.map { $0.inSpan() }.joined(separator: " / ") + (sheet.isChanged ? " (changed)" : "")
  }

  private func lines(of sheet: Int) -> [String] {
    let (place, shown) = (number(sheet), board.sheets[sheet])
    let frames = zip(board.machines, shown.frames).flatMap { machine, frame -> [String] in
      let title = board.machines.count > 1 ? ["<h3>\(machine.title.escapedForMarkup)</h3>"] : []
      return ["<div class=\"frame\">"] + title + ScreenMarkup(frame, sheet: sheet, number: number).lines + ["</div>"]
    }
    return [
      "<section id=\"s\(place)\" aria-labelledby=\"h\(place)\" tabindex=\"-1\">",
      "<h2 id=\"h\(place)\">\(place) \(heading(of: shown))</h2>", "<div class=\"frames\">",
    ] + frames + [
      "</div>",
      "<div class=\"script\"><pre>\(shown.script.map(\.escapedForMarkup).joined(separator: "\n"))</pre></div>",
      "</section>",
    ]
  }

  private var reports: [String] {
    ["<footer>", "<h2>What was searched</h2>"]
      + board.machines.map { "<pre>\($0.report.map(\.escapedForMarkup).joined(separator: "\n"))</pre>" } + ["</footer>"]
  }
}

extension Storyboard.Screen {
  fileprivate var heading: String {
    [pages.last ?? "", alert.map { "alert '\($0.title)'" } ?? "", fault == nil ? "" : "crashed"].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}

extension StoryboardPage {
  private static let style = HTMLPage.Inline(
    text: (HTMLPage.rules + rules).joined(separator: "\n"), digest: "KeYObavPFtM4OMnz9E/UREqPH5alwx5oS4M44S/SkzA=")

  private static let rules = [
    "ul{list-style:none;margin:0;padding:0}",
    "nav ol{columns:16rem;padding:0 .6rem .6rem}",
    "section{border:1px solid #d0d7de;border-radius:6px;margin:.75rem 0;padding:.5rem .75rem}",
    "section:target{border-color:#0969da;box-shadow:inset 4px 0 #0969da}",
    "section:focus{outline:none}",
    "h2{margin:0 0 .5rem;overflow-wrap:anywhere}",
    ".frames{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr))}",
    ".frame{min-width:0;overflow-wrap:anywhere}",
    ".screen{border:2px solid #6e7781;border-radius:10px;padding:.5rem .75rem;max-width:36rem}",
    "p{margin:.25rem 0}",
    ".pages,.name,.mark,.reason,.besides,.note{color:#424a53;font-size:.85rem}",
    ".title{font-weight:bold;text-align:center}",
    ".controls>li{padding:.2rem 0}",
    ".controls .controls{padding-left:1rem}",
    ".field,.badge{border:1px solid #6e7781;border-radius:4px;padding:0 .4rem;display:inline-block;min-width:4rem;min-height:1.5em}",
    ".badge{min-width:0}",
    ".button,button{font:inherit;border:1px solid #0969da;border-radius:6px;padding:.1rem .6rem;display:inline-block;"
      + "text-decoration:none;background:none;color:#0969da}",
    "button[disabled]{border:1px dashed #6e7781;color:#424a53;text-align:left}",
    ".over{border:2px solid #6e7781;border-radius:6px;margin:.4rem 0;padding:.3rem .6rem}",
    ".moves{margin:.1rem 0 .1rem 1rem}",
    ".to::before{content:'\\2192\\A0' / ''}",
    "a{color:#0969da}",
    ".script{margin-top:.5rem}",
    "output{margin-left:.5rem}",
    "@media(prefers-color-scheme:dark){",
    "section{border-color:#30363d}",
    "section:target{border-color:#4493f8;box-shadow:inset 4px 0 #4493f8}",
    ".pages,.name,.mark,.reason,.besides,.note,button[disabled]{color:#b1bac4}",
    "a,.button,button{color:#4493f8;border-color:#4493f8}",
    "}",
  ]

  private static let script = HTMLPage.Inline(text: code, digest: "6v5J+LECa+IFr2GQHJny/gZx9CWz7fcW/wtC/zUMbNk=")

  private static let code = """
    'use strict';
    (() => {
      for (const script of document.querySelectorAll('.script')) {
        const [text, button, told] = [script.firstElementChild, ...['button', 'output'].map((name) => document.createElement(name))];
        button.type = 'button';
        button.textContent = 'Copy the script';
        button.addEventListener('click', async () => {
          try {
            await navigator.clipboard.writeText(text.textContent);
            told.textContent = 'copied';
          } catch {
            getSelection().selectAllChildren(text);
            told.textContent = 'selected';
          }
        });
        script.append(button, told);
      }
      const follow = () => document.getElementById(location.hash.slice(1))?.focus();
      addEventListener('hashchange', follow);
      follow();
    })();
    """
}
