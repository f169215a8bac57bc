import Statecharts
import Traces

/// A run as an HTML page: a timeline and all steps.
///
/// The page loads nothing, and its policy allows only this style and script. Without the script, steps still fold
/// and links work; the script adds keys.
struct RunPage {
  private let picture: RunPicture

  init(_ picture: RunPicture) { self.picture = picture }

  var lines: [String] {
    let name = picture.heading.escapedForMarkup
    let count = picture.steps.count - 1
    let counts = "\(count) \(count == 1 ? "command" : "commands"), \(picture.end)ms"
    let body =
      [
        "<header>", "<h1>\(name)</h1>",
        "<p>\(counts). Arrow keys, j and k go from step to step, Home and End to the first and the last.</p>",
        "</header>", "<nav aria-label=\"Timeline\">",
      ] + SVGTimeline(picture).lines { "#step-\($0)" } + ["</nav>", "<main>", "<h2 id=\"steps\">Steps</h2>"]
      + ["<ol aria-labelledby=\"steps\" start=\"0\">"] + picture.steps.enumerated().flatMap(lines) + [
        "</ol>", "</main>",
      ]
    return HTMLPage(title: picture.heading, style: Self.style, script: Self.script, body: body).lines
  }

  private func lines(of number: Int, _ step: RunPicture.Step) -> [String] {
    let command = step.command.isEmpty ? "opened" : "<code>\(step.command.escapedForMarkup)</code>"
    return [
      "<li id=\"step-\(number)\"><details>",
      "<summary><span class=\"number\">\(number)</span> \(command) <span class=\"time\">\(step.time)ms</span></summary>",
      "<div class=\"parts\">",
    ] + part("What happened", "output", step.lines) + changes(of: step) + part("Screen", "screen", step.screen)
      + ["</div>", "</details></li>"]
  }

  private func part(_ title: String, _ name: String, _ lines: [String]) -> [String] {
    let text = lines.map(\.escapedForMarkup).joined(separator: "\n")
    return [
      "<section class=\"\(name)\"><h3>\(title)</h3>",
      lines.isEmpty ? "<p>Nothing.</p></section>" : "<pre>\n\(text)</pre></section>",
    ]
  }

  private func changes(of step: RunPicture.Step) -> [String] {
    if step.changes.isEmpty { return ["<section class=\"changes\"><h3>Fields</h3>", "<p>None changed.</p></section>"] }
    let rows = step.changes.map { change in
      "<tr><th scope=\"row\">\(change.field.escapedForMarkup)</th><td>\(change.old.escapedForMarkup)</td>"
        + "<td>\(change.new.escapedForMarkup)</td></tr>"
    }
    return [
      "<section class=\"changes\"><h3>Fields</h3>",
      "<table><thead><tr><th scope=\"col\">field</th><th scope=\"col\">before</th><th scope=\"col\">after</th></tr></thead>",
      "<tbody>",
    ] + rows + ["</tbody></table></section>"]
  }
}

extension RunPage {
  private static let style = HTMLPage.Inline(
    text: (SVGDiagram.text + HTMLPage.rules + rules + SVGTimeline.style).joined(separator: "\n"),
    digest: "tTUBhYZClKeqkck0dYAlrMExcl3guZZ4yD0q5iiaT4M=")

  private static let rules = [
    "nav svg{display:block}",
    "li{border:1px solid #d0d7de;border-radius:6px;margin:0 0 .4rem}",
    ".number{font-weight:bold;display:inline-block;min-width:2.5em;text-align:right}",
    ".time{color:#424a53;font-size:.85rem}",
    ".parts{display:grid;gap:.75rem 1.5rem;padding:.25rem .75rem .75rem}",
    "@media(min-width:64rem){",
    ".parts{grid-template-columns:minmax(0,1fr) minmax(0,auto);grid-template-rows:auto 1fr}",
    ".parts .screen{grid-column:2;grid-row:1/3}",
    "}",
    ".parts section{min-width:0}",
    ".parts p{margin:0;color:#424a53}",
    // Fonts whose wide characters are twice as wide as others.
    ".screen pre{font-family:'Sarasa Mono SC','Noto Sans Mono CJK SC',ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    ".output pre{white-space:pre-wrap;overflow-wrap:anywhere}",
    "table{border-collapse:collapse;width:100%}",
    "th,td{text-align:left;vertical-align:top;padding:.15rem .5rem;border-bottom:1px solid #d0d7de;overflow-wrap:anywhere}",
    "li[aria-current],li:target{border-color:#0969da;box-shadow:inset 4px 0 #0969da}",
    ".mark[aria-current] rect{stroke:#0969da;stroke-width:3}",
    "@media(prefers-color-scheme:dark){",
    ".time,.parts p{color:#b1bac4}",
    "li,th,td{border-color:#30363d}",
    "li[aria-current],li:target{border-color:#4493f8;box-shadow:inset 4px 0 #4493f8}",
    ".mark[aria-current] rect{stroke:#4493f8}",
    "}",
  ]

  private static let script = HTMLPage.Inline(text: code, digest: "hq19yk+NmMsVxrLAx4L24+BpGtIkxPmTXWBRiejDsKw=")

  private static let code = """
    'use strict';
    (() => {
      const steps = [...document.querySelectorAll('main li')];
      const marks = new Map([...document.querySelectorAll('a.mark')].map((mark) => [mark.getAttribute('href'), mark]));
      let current = -1;
      const show = (number) => {
        if (number === current) return;
        if (current >= 0) {
          steps[current].removeAttribute('aria-current');
          steps[current].querySelector('details').open = false;
          marks.get('#' + steps[current].id)?.removeAttribute('aria-current');
        }
        current = number;
        const step = steps[number];
        step.setAttribute('aria-current', 'step');
        step.querySelector('details').open = true;
        const mark = marks.get('#' + step.id);
        mark?.setAttribute('aria-current', 'step');
        mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        step.scrollIntoView({ block: 'nearest' });
      };
      const follow = () => show(Math.max(0, steps.findIndex((step) => '#' + step.id === location.hash)));
      const ways = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1, Home: -Infinity, End: Infinity };
      addEventListener('hashchange', follow);
      addEventListener('keydown', (event) => {
        const way = ways[event.key];
        if (way === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        show(Math.min(Math.max(current + way, 0), steps.length - 1));
        steps[current].querySelector('summary').focus({ preventScroll: true });
        history.replaceState(null, '', '#' + steps[current].id);
      });
      follow();
    })();
    """
}

/// The file formats of a run.
package enum RunFormat: String, CaseIterable, Hashable, Sendable {
  /// Every turn as data, which can be read back.
  case trace
  case html
  /// The timeline and a list of the commands.
  case svg
  case text
  case mermaid

  package var ending: String {
    switch self {
    case .trace: "trace.jsonl"
    case .html: "html"
    case .svg: "svg"
    case .text: "txt"
    case .mermaid: "mmd"
    }
  }

  /// Unknown extensions mean `trace`.
  package init(file: String) {
    self = Self.allCases.first { file.utf8.ends(with: ".\($0.ending)".utf8) } ?? .trace
  }

  /// Whether it needs screens and transcript lines, which a trace lacks.
  package var needsScreens: Bool { self == .html || self == .svg }

  /// - Precondition: The format is `text` or `mermaid`.
  package func lines(_ run: TracedRun) -> [String] {
    switch self {
    case .text: TextSequence(SequenceChart(run)).lines
    case .mermaid: MermaidSequence(SequenceChart(run)).lines
    case .trace, .html, .svg: preconditionFailure("a \(rawValue) is not written from a trace's steps")
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}

/// The drawable data of a run.
package struct RunPicture: Hashable, Sendable {
  /// A command with everything up to the next one; the first step is the opening.
  package struct Step: Hashable, Sendable {
    /// Empty for the opening.
    package var command: String
    /// Virtual milliseconds at its start.
    package var time: Int
    package var turns: [Turn] = []
    /// Transcript lines.
    package var lines: [String] = []
    package var changes: [Change] = []
    package var screen: [String] = []

    package init(_ command: String, at time: Int) {
      self.command = command
      self.time = time
    }
  }

  package struct Change: Hashable, Sendable {
    package var field: String
    package var old: String
    package var new: String

    package init(_ field: String, _ old: String, _ new: String) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  package var machine: String
  package var title: String
  package var regions: [RegionState]
  package var steps: [Step] = []
  /// In virtual milliseconds.
  package var end = 0

  package init(machine: String, title: String, regions: [RegionState]) {
    self.machine = machine
    self.title = title
    self.regions = regions
  }

  /// For example `login@fixed: a wrong password`.
  var heading: String { (title.isEmpty ? machine : "\(machine): \(title)").escapedForDisplay }

  /// - Precondition: `format.needsScreens`.
  package func lines(_ format: RunFormat) -> [String] {
    precondition(format.needsScreens)
    return format == .html ? RunPage(self).lines : SVGTimeline(self).lines
  }
}
