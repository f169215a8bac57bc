import Traces

/// An HTML page that loads nothing. Its policy allows only its own style and script.
struct HTMLPage {
  /// A style or a script, and its SHA-256 in Base64, which a test verifies.
  struct Inline {
    let text: String
    let digest: String
  }

  let title: String
  let style: Inline
  let script: Inline
  let body: [String]

  var lines: [String] {
    let policy =
      "default-src 'none'; style-src 'sha256-\(style.digest)'; script-src 'sha256-\(script.digest)'; base-uri 'none'; "
      + "form-action 'none'"
    return [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">",
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">", "<title>\(title.escapedForMarkup)</title>",
      "<style>\(style.text)</style>", "</head>", "<body>",
    ] + body + ["<script>\(script.text)</script>", "</body>", "</html>"]
  }

  /// The style that all pages begin with.
  static let rules = [
    ":root{color-scheme:light dark}",
    "body{margin:0 auto;max-width:80rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff}",
    "h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}",
    "h2{font-size:1.1rem}",
    "h3{font-size:.85rem;margin:0 0 .25rem;color:#424a53}",
    "header p{margin:.25rem 0 1rem;color:#424a53}",
    "nav{overflow-x:auto;border:1px solid #d0d7de;border-radius:6px}",
    "ol{list-style:none;margin:0;padding:0}",
    "summary{padding:.35rem .6rem;cursor:pointer;overflow-wrap:anywhere}",
    "summary:focus-visible,a:focus-visible,button:focus-visible{outline:3px solid #0969da;outline-offset:2px}",
    "code,pre,td,th{font:14px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    "pre{margin:0;padding:.5rem;overflow-x:auto;background:#f6f8fa;border-radius:4px}",
    "@media(prefers-color-scheme:dark){",
    "body{color:#e6edf3;background:#0d1117}",
    "h3,header p{color:#b1bac4}",
    "nav{border-color:#30363d}",
    "pre{background:#161b22}",
    "summary:focus-visible,a:focus-visible,button:focus-visible{outline-color:#4493f8}",
    "}",
  ]
}
