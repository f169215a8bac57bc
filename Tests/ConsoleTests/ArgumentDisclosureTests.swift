import Testing

@testable import Console

@Suite("Secrets in messages about arguments")
struct ArgumentDisclosureTests {
  private static let arguments = ["explore", "login@fixed", "--never", "password = \"4711\"", "--seed", "5"]

  @Test(
    "machines are made only for a message that repeats a part of a comparison",
    arguments: ["no machine is named 'login@fixed'", "'--seed' is not an option; did you mean '--sed'?"])
  func otherMessages(message: String) {
    let disclosure = ArgumentDisclosure(Self.arguments) {
      Issue.record("the machines were asked for")
      return []
    }
    #expect(disclosure.disclosed(message) == message)
  }

  @Test(
    "a value, its beginning, and the whole argument are withheld",
    arguments: [
      "'\"4711\"' is no number", "'471' cannot be read", "in 'password = \"4711\"'", "'\"4711' is not closed",
    ])
  func values(message: String) {
    let disclosure = ArgumentDisclosure(Self.arguments) { Fixture.catalogue.machines }
    #expect(!disclosure.disclosed(message).contains("471"))
  }

  @Test("without a secret nothing is withheld")
  func noSecret() {
    let disclosure = ArgumentDisclosure(["explore", "--never", "name = \"4711\""]) { Fixture.catalogue.machines }
    #expect(disclosure.disclosed("'4711' cannot be read") == "'4711' cannot be read")
  }
}
