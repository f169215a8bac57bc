import ViewModels

/// The systems of the articles, each as it was written and as it should have been. They prove the tool.
public enum Gallery {
  /// The machines in the order in which they are listed; the first variant of a name is its default.
  public static var machines: [Machine] {
    [
      Machine(Login.self, name: "login", variant: "fixed", summary: "Login page with a service behind it"),
      Machine(
        LoginOriginal.self, name: "login", variant: "original", summary: "Login page as written: no service, no guard"),
      Machine(
        Home.self, name: "home", variant: "fixed", summary: "A ranking whose totals come later and are counted up"),
      Machine(
        HomeOriginal.self, name: "home", variant: "original",
        summary: "The ranking as written: a timer that nothing stops, and counts what is not there yet"),
      Machine(User.self, name: "user", variant: "fixed", summary: "Sign-in with exactly one of three outcomes"),
      Machine(
        UserOriginal.self, name: "user", variant: "original", summary: "Sign-in as written: all three outcomes at once"),
    ]
  }
}
