import Foundation
import PostgresDriver
import RecordStore
import StoreTool

/// The values that the columns of a PostgreSQL store cannot represent.
struct PostgresLimits: ValueLimits {
  func fate(of value: RecordValue) -> ValueFate {
    switch value {
    case .text(let text): return Self.fate(of: text)
    case .url(let url): return Self.fate(of: url.absoluteString)
    case .date(let date):
      guard let time = PostgresTime(date) else {
        return .refused("a date that PostgreSQL cannot store")
      }
      return time.date == date
        ? .kept : .rounded(.date(time.date), "a date that is stored to the microsecond")
    default: return .kept
    }
  }

  private static func fate(of text: String) -> ValueFate {
    text.utf8.contains(0)
      ? .refused("a text with the character NUL, which PostgreSQL cannot store") : .kept
  }
}
