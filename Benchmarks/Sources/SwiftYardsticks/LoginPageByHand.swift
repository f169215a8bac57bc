/// W8, W8t, W9: the login page as an app writes it without any tool: a class with closures, and a clock that is a
/// number.
///
/// It says of each act what `login@fixed` says of it, as one line of text for each thing that happens.
public final class LoginPageByHand {
  public enum Phase: String, Hashable {
    case idle, validating, executing, succeeded, failed, error
  }

  /// Everything that the page is made of; what a key is taken of.
  public struct State: Hashable {
    var name = ""
    var password = ""
    var isEnabled = false
    var phase = Phase.idle
    var pages = ["login"]
    var dueIn: Int?
    public fileprivate(set) var successes = 0
  }

  public private(set) var state = State()
  private var time = 0
  private var due: Int?
  private var onSuccess: (String) -> Void = { _ in }
  private let say: ((String) -> Void)?

  /// Makes the page; without `say` it keeps quiet.
  public init(say: ((String) -> Void)?) {
    self.say = say
    onSuccess = { [unowned self] session in
      state.successes += 1
      say?("success {session: \"\(session)\"}")
      state.pages.append("home")
      say?("push home")
    }
  }

  public func setName(_ text: String) {
    guard isOnTop("name") else { return }
    change(\.name, to: text) { "name \"\($0)\" -> \"\($1)\"" }
  }

  public func setPassword(_ text: String) {
    guard isOnTop("password") else { return }
    change(\.password, to: text) { _, _ in "password <secret> changed" }
  }

  public func tapLogin() {
    guard isOnTop("login") else { return }
    guard state.isEnabled else { say?("refused login: disabled, loginEnabled is false"); return }
    guard state.phase != .executing else { say?("refused login: already executing"); return }
    say?("login \(state.phase.rawValue) -> validating -> executing")
    state.phase = .executing
    due = time + 1000
    say?("request authenticate {name: \"\(state.name)\", password: <secret>}")
  }

  public func replyOK(session: String) {
    guard state.phase == .executing else { say?("refused authenticate: no such request is under way"); return }
    due = nil
    state.phase = .succeeded
    say?("login executing -> succeeded")
    onSuccess(session)
  }

  public func advance(_ milliseconds: Int) {
    let end = time + milliseconds
    if let due, due <= end {
      time = due
      replyOK(session: "s-1")
    }
    time = end
  }

  public func back() {
    guard state.pages.count > 1 else { say?("refused back: this is the first page"); return }
    say?("pop \(state.pages.removeLast())")
    guard state.phase == .succeeded else { return }
    state.phase = .idle
    say?("login succeeded -> idle")
  }

  private func isOnTop(_ control: String) -> Bool {
    if state.pages.count == 1 { return true }
    say?("refused \(control): not on the page \(state.pages[state.pages.count - 1])")
    return false
  }

  private func change(
    _ field: WritableKeyPath<State, String>, to text: String, _ line: (_ old: String, _ new: String) -> String
  ) {
    let old = state[keyPath: field]
    state[keyPath: field] = text
    if old != text { say?(line(old, text)) }
    let isEnabled = state.name.utf16.count > 5 && state.password.utf16.count > 5
    if isEnabled != state.isEnabled {
      say?("loginEnabled \(state.isEnabled) -> \(isEnabled)")
      state.isEnabled = isEnabled
    }
  }
}
