/// Times and days in the server's ISO style, such as `2024-02-29 12:00:00.5+00`, `0044-03-15 BC`.
extension PostgresTime {
  /// Parses a time; nil for a text that is not in that style.
  package init?(text: some StringProtocol) {
    guard let words = PostgresTimeText(text) else { return nil }
    switch words.special {
    case .infinity: self = .infinity
    case .minusInfinity: self = .minusInfinity
    case nil:
      let (start, overflows) = Int64(words.days).multipliedReportingOverflow(by: 86_400_000_000)
      let (time, isLater) = start.addingReportingOverflow(words.microsecondsOfDay - words.offset)
      guard !overflows, !isLater else { return nil }
      self.init(microseconds: time)
    }
  }

  /// The time in UTC, in the form that the server writes for a session in UTC.
  package var text: String {
    switch self {
    case .infinity: return "infinity"
    case .minusInfinity: return "-infinity"
    default: break
    }
    let day = PostgresDay(self) ?? PostgresDay(days: 0)
    // The earliest day begins before the earliest representable time.
    let rest = microseconds &- Int64(day.days) &* 86_400_000_000
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000_000)
    let (year, month, dayOfMonth) = day.civil
    var text =
      "\(PostgresDay.padded(year > 0 ? year : 1 - year, 4))-\(PostgresDay.padded(month, 2))"
    text += "-\(PostgresDay.padded(dayOfMonth, 2)) \(PostgresDay.padded(Int(seconds / 3600), 2))"
    text += ":\(PostgresDay.padded(Int(seconds / 60 % 60), 2))"
    text += ":\(PostgresDay.padded(Int(seconds % 60), 2))"
    if fraction > 0 {
      var digits = PostgresDay.padded(Int(fraction), 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "+00" + (year > 0 ? "" : " BC")
  }
}

extension PostgresDay {
  package init?(text: some StringProtocol) {
    guard let words = PostgresTimeText(text) else { return nil }
    switch words.special {
    case .infinity: self = .infinity
    case .minusInfinity: self = .minusInfinity
    case nil: self.init(days: words.days)
    }
  }

  package var text: String {
    switch self {
    case .infinity: return "infinity"
    case .minusInfinity: return "-infinity"
    default: break
    }
    let (year, month, day) = civil
    return "\(Self.padded(year > 0 ? year : 1 - year, 4))-\(Self.padded(month, 2))"
      + "-\(Self.padded(day, 2))\(year > 0 ? "" : " BC")"
  }

  /// The year, month and day in the Gregorian calendar, which the server uses for all times; the
  /// year before 1 is 0.
  var civil: (year: Int, month: Int, day: Int) {
    // Days are counted from the first of March of the year 0, so that leap days are at the end of
    // years.
    let shifted = Int(days) + 730_425
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      year + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// The number of the day with a date in the Gregorian calendar.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_425
  }

  static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

/// The components of a time in the ISO style.
private struct PostgresTimeText {
  enum Special { case infinity, minusInfinity }

  var special: Special?
  var days: Int32 = 0
  var microsecondsOfDay: Int64 = 0
  /// The offset from UTC in microseconds; positive to the east.
  var offset: Int64 = 0

  init?(_ text: some StringProtocol) {
    if text == "infinity" { special = .infinity; return }
    if text == "-infinity" { special = .minusInfinity; return }
    var reader = Reader(rest: Substring(text).utf8)
    guard var year = reader.number(), reader.skip("-"), let month = reader.number(),
      reader.skip("-"), let day = reader.number(), (1...12).contains(month),
      (1...31).contains(day), year < 6_000_000
    else { return nil }
    if reader.skip(" "), let hour = reader.number() {
      guard readClock(&reader, hour) else { return nil }
    }
    if reader.skip("BC") || reader.skip(" BC") { year = 1 - year }
    guard reader.rest.isEmpty else { return nil }
    guard let days = Int32(exactly: PostgresDay.days(year: year, month: month, day: day)) else {
      return nil
    }
    self.days = days
  }

  private mutating func readClock(_ reader: inout Reader, _ hour: Int) -> Bool {
    guard reader.skip(":"), let minute = reader.number(), reader.skip(":"),
      let second = reader.number(), hour <= 24, minute < 60, second <= 60
    else { return false }
    microsecondsOfDay = Int64((hour * 60 + minute) * 60 + second) * 1_000_000
    if reader.skip(".") {
      guard let fraction = reader.fraction() else { return false }
      microsecondsOfDay += fraction
    }
    guard let first = reader.rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    else { return true }
    reader.rest.removeFirst()
    guard var seconds = reader.number(), seconds < 24 else { return false }
    seconds *= 3600
    if reader.skip(":") { seconds += (reader.number() ?? 0) * 60 }
    if reader.skip(":") { seconds += reader.number() ?? 0 }
    offset = Int64(first == UInt8(ascii: "-") ? -seconds : seconds) * 1_000_000
    return true
  }

  private struct Reader {
    var rest: Substring.UTF8View

    mutating func number() -> Int? {
      let digits = rest.prefix { (48...57).contains($0) }
      guard !digits.isEmpty, digits.count < 10 else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Up to six digits after a point, in microseconds.
    mutating func fraction() -> Int64? {
      let count = rest.prefix { (48...57).contains($0) }.count
      guard count <= 6, var value = number() else { return nil }
      for _ in count..<6 { value *= 10 }
      return Int64(value)
    }

    mutating func skip(_ text: StaticString) -> Bool {
      let wanted = text.description.utf8
      guard rest.starts(with: wanted) else { return false }
      rest = rest.dropFirst(wanted.count)
      return true
    }
  }
}
