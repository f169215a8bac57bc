import Gallery
import Testing
import ViewModels

@Suite("The login page")
struct LoginTests {
  @Test("the gallery lists both variants, the fixed one first")
  func listed() {
    #expect(Gallery.machines.filter { $0.name == "login" }.map(\.title) == ["login@fixed", "login@original"])
  }
}
