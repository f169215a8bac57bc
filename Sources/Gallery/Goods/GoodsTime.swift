/// Edit times. Seconds are Unix seconds, in the server's time zone (+08).
enum GoodsTime {
  enum Pattern {
    case whole
    case withYear
    case withoutYear
  }

  /// Fixed, for all answers: 2017-06-13 10:00:00.
  static let start = 1_497_348_000

  private static let day = 86_400

  /// As written, the year is omitted within twelve months, even across New Year (HZ-H13).
  static func asWritten(_ text: String, now: Int) -> String? {
    guard let moment = seconds(text) else { return nil }
    if isYear(between: moment, and: now) { return self.text(ofSeconds: moment, .withYear) }
    return near(moment, now) ?? self.text(ofSeconds: moment, .withoutYear)
  }

  static func told(_ text: String, now: Int) -> String? {
    guard let moment = seconds(text) else { return nil }
    return near(moment, now) ?? self.text(ofSeconds: moment, isOfOtherYear(text, now: now) ? .withYear : .withoutYear)
  }

  static func date(_ text: String) -> String? { seconds(text).map { self.text(ofSeconds: $0, .withYear) } }

  /// In another calendar year and at least a day away.
  static func isOfOtherYear(_ text: String, now: Int) -> Bool {
    guard let moment = seconds(text), near(moment, now) == nil else { return false }
    return date(moment).year != date(now).year
  }

  /// Describes a moment less than a day away; future ones are "now".
  private static func near(_ moment: Int, _ now: Int) -> String? {
    let elapsed = now - moment
    guard abs(elapsed) < day else { return nil }
    if elapsed >= 3_600 { return "\(elapsed / 3_600)小时前" }
    return elapsed >= 60 ? "\(elapsed / 60)分钟前" : "刚刚"
  }

  /// A year after a leap day is 28 February.
  private static func isYear(between first: Int, and second: Int) -> Bool {
    let (early, late) = (min(first, second), max(first, second))
    let start = date(early)
    let isLeapDay = start.month == 2 && start.day == 29
    return days(year: start.year + 1, start.month, isLeapDay ? 28 : start.day) * day + (early - floor(early)) <= late
  }

  // MARK: The calendar

  /// Reads `2017-06-13 10:00:00`.
  static func seconds(_ text: String) -> Int? {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { "- :".utf8.contains($0) }
    let numbers = parts.compactMap { Int(String(Substring($0))) }
    guard parts.count == 6, numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]), (0..<60).contains(numbers[5]),
      (1...9_999).contains(numbers[0])
    else { return nil }
    return days(year: numbers[0], numbers[1], numbers[2]) * day + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
  }

  static func text(ofSeconds moment: Int, _ pattern: Pattern) -> String {
    let date = date(moment)
    let time = moment - floor(moment)
    let monthAndDay = "\(padded(date.month))-\(padded(date.day))"
    let minutes = "\(padded(time / 3_600)):\(padded(time % 3_600 / 60))"
    return switch pattern {
    case .whole: "\(date.year)-\(monthAndDay) \(minutes):\(padded(time % 60))"
    case .withYear: "\(date.year)-\(monthAndDay) \(minutes)"
    case .withoutYear: "\(monthAndDay) \(minutes)"
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func floor(_ moment: Int) -> Int { moment - (moment % day + day) % day }

  /// Years start in March, so that a leap day is the last.
  private static func days(year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ moment: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = floor(moment) / day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
