extension RunPage {
  /// What a browser may do with the page: use the one style and run the one script whose digests these are.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(styleDigest)'; script-src 'sha256-\(scriptDigest)'; base-uri 'none'; "
    + "form-action 'none'"

  /// SHA-256 in Base64; a test computes them.
  private static let styleDigest = "CcGLF9axLUNmC7Ey6kA9zoBJXrBw+7CQ8FQAUSDRAFM="
  private static let scriptDigest = "hq19yk+NmMsVxrLAx4L24+BpGtIkxPmTXWBRiejDsKw="

  static let style = (SVGDiagram.text + rules + SVGTimeline.style).joined(separator: "\n")

  private static let rules = [
    ":root{color-scheme:light dark}",
    "body{margin:0 auto;max-width:80rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff}",
    "h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}",
    "h2{font-size:1.1rem}",
    "h3{font-size:.85rem;margin:0 0 .25rem;color:#424a53}",
    "header p{margin:.25rem 0 1rem;color:#424a53}",
    "nav{overflow-x:auto;border:1px solid #d0d7de;border-radius:6px}",
    "nav svg{display:block}",
    "ol{list-style:none;margin:0;padding:0}",
    "li{border:1px solid #d0d7de;border-radius:6px;margin:0 0 .4rem}",
    "summary{padding:.35rem .6rem;cursor:pointer;overflow-wrap:anywhere}",
    "summary:focus-visible,a:focus-visible{outline:3px solid #0969da;outline-offset:2px}",
    ".number{font-weight:bold;display:inline-block;min-width:2.5em;text-align:right}",
    ".time{color:#424a53;font-size:.85rem}",
    "code,pre,td,th{font:14px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    ".parts{display:grid;gap:.75rem 1.5rem;padding:.25rem .75rem .75rem}",
    "@media(min-width:64rem){",
    ".parts{grid-template-columns:minmax(0,1fr) minmax(0,auto);grid-template-rows:auto 1fr}",
    ".parts .screen{grid-column:2;grid-row:1/3}",
    "}",
    ".parts section{min-width:0}",
    ".parts p{margin:0;color:#424a53}",
    "pre{margin:0;padding:.5rem;overflow-x:auto;background:#f6f8fa;border-radius:4px}",
    // In these, a wide character is as wide as two others.
    ".screen pre{font-family:'Sarasa Mono SC','Noto Sans Mono CJK SC',ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    ".output pre{white-space:pre-wrap;overflow-wrap:anywhere}",
    "table{border-collapse:collapse;width:100%}",
    "th,td{text-align:left;vertical-align:top;padding:.15rem .5rem;border-bottom:1px solid #d0d7de;overflow-wrap:anywhere}",
    "li[aria-current],li:target{border-color:#0969da;box-shadow:inset 4px 0 #0969da}",
    ".mark[aria-current] rect{stroke:#0969da;stroke-width:3}",
    "@media(prefers-color-scheme:dark){",
    "body{color:#e6edf3;background:#0d1117}",
    "h3,header p,.time,.parts p{color:#b1bac4}",
    "nav,li,th,td{border-color:#30363d}",
    "pre{background:#161b22}",
    "summary:focus-visible,a:focus-visible{outline-color:#4493f8}",
    "li[aria-current],li:target{border-color:#4493f8;box-shadow:inset 4px 0 #4493f8}",
    ".mark[aria-current] rect{stroke:#4493f8}",
    "}",
  ]

  static let script = """
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
