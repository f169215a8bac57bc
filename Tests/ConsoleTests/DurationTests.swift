import Testing

@testable import Console

struct DurationTests {
  @Test(
    "durations need a unit and print canonically",
    arguments: [
      ("500ms", "500ms"), ("1s", "1s"), ("1.5s", "1500ms"), ("2m", "120s"), ("1000ms", "1s"), ("0s", "0ms"),
      ("0.001s", "1ms"), ("0.5m", "30s"),
    ])
  func canonical(_ word: String, _ expected: String) throws {
    #expect(try VirtualDuration(word).description == expected)
    #expect(try VirtualDuration(expected).description == expected)
  }

  @Test(
    "what is no duration is refused",
    arguments: [
      ("500", "E1036"), ("soon", "E1037"), ("1.5ms", "E1037"), ("1.0005s", "E1037"), (".5s", "E1037"),
      ("5.s", "E1037"), ("1.2.3s", "E1037"), ("-1s", "E1037"), ("1h", "E1037"), ("s", "E1037"), ("", "E1037"),
      ("99999999999999999999s", "E1037"), ("999999999999999999m", "E1037"), ("1S", "E1037"), ("1.", "E1037"),
    ])
  func refused(_ word: String, _ code: String) {
    #expect(throws: Mistake.self) { try VirtualDuration(word) }
    do { _ = try VirtualDuration(word) } catch { #expect(error.code == code) }
  }
}
