import Foundation
import WebServer

/// The language of a page: Japanese if the browser prefers it to English, English otherwise.
package enum PageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case japanese = "ja"

  package init(_ request: WebRequest) {
    var best: (language: PageLanguage, weight: Double)?
    for part in request.headers.values(of: "Accept-Language").joined(separator: ",")
      .split(separator: ",")
    {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard let name = fields.first?.prefix(2),
        let language = PageLanguage(rawValue: String(name))
      else { continue }
      let weight = fields.dropFirst().first.flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .english
  }

  /// The text in this language.
  package func callAsFunction(_ english: String, _ japanese: String) -> String {
    self == .japanese ? japanese : english
  }

  private var locale: Locale { Locale(identifier: self == .japanese ? "ja_JP" : "en_GB") }

  /// A date as people write it, such as “1 Dec 2026”.
  package func day(_ date: Date, in timeZone: TimeZone = .current) -> String {
    var style = Date.FormatStyle.dateTime.year().month(.abbreviated).day().locale(locale)
    style.timeZone = timeZone
    return date.formatted(style)
  }

  /// A date with its time.
  package func moment(_ date: Date) -> String {
    date.formatted(
      .dateTime.year().month(.abbreviated).day().hour().minute().locale(locale))
  }

  /// A month, such as “December 2026”.
  package func month(_ date: Date, in timeZone: TimeZone = .current) -> String {
    var style = Date.FormatStyle.dateTime.year().month(.wide).locale(locale)
    style.timeZone = timeZone
    return date.formatted(style)
  }

  /// The names of the days of a week, from Sunday.
  package var weekdays: [String] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return calendar.shortStandaloneWeekdaySymbols
  }

  /// A number with separators.
  package func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }
}

extension WebRequest {
  /// The request as a browser would send it that prefers a language; the same if that is nil.
  package func preferring(_ language: PageLanguage?) -> WebRequest {
    guard let language else { return self }
    var request = self
    request.headers = WebHeaders()
    for field in headers.all where field.name != "accept-language" {
      request.headers.append(field.name, field.value)
    }
    request.headers.append("Accept-Language", language.rawValue)
    return request
  }
}
