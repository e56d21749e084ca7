import Foundation

/// Converts dates to text and back without loss, in UTC and the ISO 8601 calendar.
package enum DateText {
  /// The dates with an ISO 8601 text, in seconds since 2001: from the start of year 1 to the end of
  /// year 9999.
  private static let range = -63_113_904_000.0..<252_423_993_600.0

  /// A date as `2024-01-31T12:00:00.25Z`, or as seconds since 2001 if that form cannot express it.
  ///
  /// Seconds are used outside of the years 1 to 9999, and for dates with too many fractional
  /// digits.
  package static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard range.contains(seconds) else { return "\(seconds)" }
    let whole = seconds.rounded(.down)
    let fraction = fraction(seconds - whole)
    // Close to the reference date, a number has more digits than the fraction of a second can hold.
    guard seconds.magnitude >= 1 || whole + (Double("0" + fraction) ?? 0) == seconds else {
      return "\(seconds)"
    }
    let (day, second) = Int64(whole).quotientAndRemainderRoundedDown(by: 86_400)
    let (year, month, dayOfMonth) = civil(day)
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
      .joined(separator: ":")
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(time)"
      + "\(fraction)Z"
  }

  /// The date, rounded down to the second.
  package static func shortText(_ date: Date) -> String {
    text(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
  }

  /// The decimal point and the fewest digits that identify the fraction.
  private static func fraction(_ value: Double) -> String {
    guard value > 0 else { return "" }
    var text = "\(value)"
    if text.contains("e") {
      text = String(format: "%.25f", value)
      while text.hasSuffix("0") { text.removeLast() }
    }
    return "." + text.dropFirst(2)
  }

  /// Parses a date.
  ///
  /// It is `2024-01-31`, optionally with a time `T12:00`, `T12:00:00` or `T12:00:00.25`, and an
  /// offset `Z` or `+01:00`; without an offset it is in UTC. Numbers are seconds since 2001.
  ///
  /// - Returns: The date; nil for anything else.
  package static func date(_ text: String) -> Date? {
    if let seconds = Double(text) {
      return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
    }
    var scanner = Scanner(text[...])
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2), (1...12).contains(month), day > 0,
      day <= length(year, month)
    else { return nil }
    var seconds = Double(days(year, month, day)) * 86_400
    var fraction = 0.0
    if scanner.skip("T") || scanner.skip(" ") {
      guard let time = scanner.time() else { return nil }
      seconds += time.seconds
      fraction = time.fraction
    }
    // The fraction is added last, so that it is rounded once, to the precision of the date.
    return scanner.rest.isEmpty
      ? Date(timeIntervalSinceReferenceDate: seconds + fraction) : nil
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Days from 1 March of the year 0 to 1 January 2001.
  private static let reference: Int64 = 730_791

  /// Year, month and day of a number of days since 1 January 2001, with Howard Hinnant's
  /// algorithms.
  private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
    let (era, day) = (days + reference).quotientAndRemainderRoundedDown(by: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.quotientAndRemainderRoundedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - reference
  }

  private static func length(_ year: Int64, _ month: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }

  /// Reads a text from start to end.
  private struct Scanner {
    var rest: Substring

    init(_ text: Substring) { rest = text }

    mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ digits: Int) -> Int64? {
      let part = rest.prefix(digits)
      guard part.count == digits, part.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        return nil
      }
      rest.removeFirst(digits)
      return Int64(part)
    }

    /// The seconds of a time of day, minus its offset.
    mutating func time() -> (seconds: Double, fraction: Double)? {
      guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60
      else { return nil }
      var (second, fraction): (Int64, Double) = (0, 0)
      if skip(":") {
        guard let value = number(2), value < 60 else { return nil }
        second = value
        if skip(".") {
          let digits = rest.prefix { $0.isASCII && $0.isNumber }
          guard !digits.isEmpty, let value = Double("0." + digits) else { return nil }
          fraction = value
          rest.removeFirst(digits.count)
        }
      }
      guard let offset = offset() else { return nil }
      return (Double(hour * 3_600 + minute * 60 + second - offset), fraction)
    }

    private mutating func offset() -> Int64? {
      if rest.isEmpty || skip("Z") { return 0 }
      let sign: Int64 = rest.first == "-" ? -1 : 1
      guard skip("+") || skip("-"), let hours = number(2), hours < 24 else { return nil }
      _ = skip(":")
      guard let minutes = number(2), minutes < 60 else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }
}

extension Int64 {
  /// Divides by a positive number, so that the remainder is not negative.
  fileprivate func quotientAndRemainderRoundedDown(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
