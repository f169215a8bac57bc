import Testing

@testable import Console

struct DurationTests {
  @Test(
    "durations need a unit and print canonically",
    arguments: [
      ("500ms", "500ms"), ("1s", "1s"), ("1.5s", "1500ms"), ("2m", "120s"), ("1000ms", "1s"), ("0s", "0ms"),
      ("0.001s", "1ms"), ("0.5m", "30s"), ("1h", "3600s"), ("1h0.5s", "3600500ms"), ("1m30s", "90s"),
      ("1s500ms", "1500ms"), ("1.5h", "5400s"),
    ])
  func canonical(_ word: String, _ expected: String) throws {
    #expect(try VirtualDuration(word).description == expected)
    #expect(try VirtualDuration(expected).description == expected)
  }

  @Test(
    "people read hours, minutes and seconds, and a command takes what they read",
    arguments: [
      (0, "0ms"), (750, "750ms"), (999, "999ms"), (1_000, "1s"), (1_500, "1.5s"), (1_050, "1.05s"), (59_999, "59.999s"),
      (60_000, "1m"), (90_000, "1m30s"), (3_600_000, "1h"), (3_600_500, "1h0.5s"), (3_661_010, "1h1m1.01s"),
      (90_000_000, "25h"),
    ])
  func readable(_ milliseconds: Int, _ expected: String) throws {
    #expect(VirtualDuration(milliseconds: milliseconds).readable == expected)
    #expect(try VirtualDuration(expected).milliseconds == milliseconds)
  }

  @Test(
    "what is no duration is refused",
    arguments: [
      ("500", "E1036"), ("soon", "E1037"), ("1.5ms", "E1037"), ("1.0005s", "E1037"), (".5s", "E1037"),
      ("5.s", "E1037"), ("1.2.3s", "E1037"), ("-1s", "E1037"), ("1d", "E1037"), ("1s1h", "E1037"), ("1s1s", "E1037"),
      ("1h30", "E1036"), ("1h ", "E1037"),
      ("9000000000000000h", "E1037"), ("2562047788015h2562047788015h", "E1037"), ("h1s", "E1037"), ("s", "E1037"),
      ("", "E1037"),
      ("99999999999999999999s", "E1037"), ("999999999999999999m", "E1037"), ("1S", "E1037"), ("1.", "E1037"),
    ])
  func refused(_ word: String, _ code: String) {
    #expect(throws: Mistake.self) { try VirtualDuration(word) }
    do { _ = try VirtualDuration(word) } catch { #expect(error.code == code) }
  }
}
