import Traces

/// A run as one page: a timeline, and every step with what it printed, what it changed and the screen behind it.
///
/// The page fetches nothing, and its policy lets a browser run nothing but the one script below. Without that script the steps
/// fold and unfold, and the timeline leads to them; with it, keys go from step to step.
struct RunPage {
  private let picture: RunPicture

  init(_ picture: RunPicture) { self.picture = picture }

  var lines: [String] {
    let name = picture.heading.escapedForMarkup
    let count = picture.steps.count - 1
    let counts = "\(count) \(count == 1 ? "command" : "commands"), \(picture.end)ms"
    return [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">",
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">", "<title>\(name)</title>",
      "<style>\(Self.style)</style>", "</head>", "<body>", "<header>", "<h1>\(name)</h1>",
      "<p>\(counts). Arrow keys, j and k go from step to step, Home and End to the first and the last.</p>",
      "</header>",
      "<nav aria-label=\"Timeline\">",
    ] + SVGTimeline(picture).lines { "#step-\($0)" } + ["</nav>", "<main>", "<h2 id=\"steps\">Steps</h2>"]
      + ["<ol aria-labelledby=\"steps\" start=\"0\">"] + picture.steps.enumerated().flatMap(lines) + [
        "</ol>", "</main>",
      ]
      + ["<script>\(Self.script)</script>", "</body>", "</html>"]
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
