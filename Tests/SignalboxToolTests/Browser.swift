import Foundation
import PtySupport

/// A Chromium without a window, driven through its pipe of commands.
enum Browser {
  /// Where it is, if it is installed.
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What the program below finds in a page of a run.
  struct Told: Decodable {
    /// The lines of the steps.
    var steps: [String]
    /// After each key: the key, the current steps, the open ones, the marked links, the step with the focus, the
    /// fragment.
    var keys: [[Part]]
    /// The same after a click on the fourth step of the timeline.
    var click: [Part]
    var screen: String
    /// The background in light and in dark surroundings.
    var colours: [String]
    /// How wide the page is in a window of 360 pixels.
    var width: Int
    /// Some roles that a screen reader meets.
    var tree: [String]
    /// What the page logged, and every address that was asked for.
    var log: [Entry]
    var fetched: [String]

    struct Entry: Decodable { var method: String }

    enum Part: Decodable, Equatable {
      case word(String?)
      case list([String])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = (try? container.decode([String].self)).map(Part.list) ?? .word(try? container.decode(String.self))
      }
    }
  }

  /// Opens a page, runs a part of a program of Python that fills `told`, and returns it with what all pages tell.
  static func told<Told: Decodable>(_ part: String, of url: String, in folder: ScratchFolder) throws -> Told {
    try folder.write([begin, part, end].joined(separator: "\n"), to: "drive.py")
    let run = try ToolRun.callersShell("python3 drive.py '\(path ?? "")' '\(url)'", in: folder)
    guard run.code == 0 else { throw Failure(description: run.errors) }
    return try JSONDecoder().decode(Told.self, from: Data(run.output.utf8))
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// Presses keys in the page of a run.
  static let keys = #"""
        def press(key):
            for kind in ('keyDown', 'keyUp'): ask('Input.dispatchKeyEvent', session, type=kind, key=key)
            return value("""[[...document.querySelectorAll('main li[aria-current=step]')].map((e) => e.id),
              [...document.querySelectorAll('details[open]')].map((e) => e.parentElement.id),
              [...document.querySelectorAll('a.mark[aria-current=step]')].map((e) => e.getAttribute('href')),
              document.activeElement.closest('li')?.id, location.hash]""")

        told = {
            'steps': value("[...document.querySelectorAll('main li summary')].map((e) => e.innerText.replace(/\\s+/g, ' '))"),
            'keys': [[key] + press(key) for key in ('Home', 'j', 'ArrowDown', 'ArrowRight', 'k', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'End', 'j')],
        }
        value("document.querySelectorAll('a.mark')[3].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
        told['click'] = press('x')[:3]
        told['screen'] = value("document.querySelector('main li[aria-current=step] .screen pre').innerText")
        told['tree'] = sorted({node['role']['value'] for node in ask('Accessibility.getFullAXTree', session)['nodes']
                               if not node.get('ignored')} & {'navigation', 'main', 'banner', 'list', 'listitem', 'heading', 'img', 'image', 'table'})
    """#

  /// Gets the browser and the page's address.
  private static let begin = #"""
    import json, os, subprocess, sys, tempfile

    browser, page = sys.argv[1], sys.argv[2]
    to_browser, from_browser = os.pipe(), os.pipe()


    def give_pipes():
        # Chromium reads commands from 3 and answers on 4.
        commands, answers = os.dup(to_browser[0]), os.dup(from_browser[1])
        os.dup2(commands, 3)
        os.dup2(answers, 4)


    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [browser, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
             '--user-data-dir=' + profile, '--no-first-run', 'about:blank'],
            preexec_fn=give_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser[0])
        os.close(from_browser[1])
        answers = os.fdopen(from_browser[0], 'rb')
        events, rest, count = [], b'', 0

        def receive():
            global rest
            while b'\0' not in rest:
                piece = os.read(answers.fileno(), 65536)
                assert piece, 'the browser ended'
                rest += piece
            line, rest = rest.split(b'\0', 1)
            return json.loads(line)

        def ask(method, session=None, **parameters):
            global count
            count += 1
            command = {'id': count, 'method': method, 'params': parameters}
            if session: command['sessionId'] = session
            os.write(to_browser[1], json.dumps(command).encode() + b'\0')
            while True:
                answer = receive()
                if answer.get('id') == count:
                    assert 'error' not in answer, answer
                    return answer['result']
                events.append(answer)

        def wait(method):
            while not any(event.get('method') == method for event in events): events.append(receive())

        target = ask('Target.createTarget', url='about:blank')['targetId']
        session = ask('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'): ask(domain + '.enable', session)
        ask('Page.navigate', session, url=page)
        wait('Page.loadEventFired')

        def value(expression):
            return ask('Runtime.evaluate', session, expression=expression, returnByValue=True, awaitPromise=True)['result'].get('value')
    """#

  /// Goes on with what all pages are asked.
  private static let end = #"""
        told['colours'] = []
        for scheme in ('light', 'dark'):
            ask('Emulation.setEmulatedMedia', session, features=[{'name': 'prefers-color-scheme', 'value': scheme}])
            told['colours'].append(value("getComputedStyle(document.body).backgroundColor"))
        ask('Emulation.setDeviceMetricsOverride', session, width=360, height=640, deviceScaleFactor=1, mobile=False)
        told['width'] = value("document.documentElement.scrollWidth")
        told['log'] = [event for event in events
                       if event.get('method') in ('Runtime.exceptionThrown', 'Runtime.consoleAPICalled', 'Log.entryAdded')]
        told['fetched'] = [event['params']['request']['url'] for event in events if event.get('method') == 'Network.requestWillBeSent']
        print(json.dumps(told, ensure_ascii=False))
        process.kill()
        process.wait()
    """#
}
