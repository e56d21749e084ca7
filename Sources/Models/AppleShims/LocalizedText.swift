#if !canImport(Darwin)
  import Foundation

  /// A translated format string with the values to insert.
  struct LocalizedText {
    /// The translation, or the key if there is none.
    let format: String
    let arguments: [String.LocalizationValue.Argument]
    let locale: Locale

    /// The formatted text; specifiers without a value are left unchanged.
    var text: String {
      guard !arguments.isEmpty else { return format }
      var result = ""
      var next = 0
      var rest = format[...]
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        rest = rest[percent...]
        guard let match = rest.prefixMatch(of: Self.specifier) else {
          result.append("%")
          rest = rest.dropFirst()
          continue
        }
        rest = rest[match.range.upperBound...]
        guard let kind = match.kind, let flags = match.flags else {
          result.append("%")
          continue
        }
        let place = match.place.flatMap { Int($0) }.map { $0 - 1 } ?? next
        if match.place == nil { next += 1 }
        result +=
          arguments.indices.contains(place)
          ? written(arguments[place], "%\(flags)\(kind)") : String(match.0)
      }
      return result + rest
    }

    /// Matches a format specifier: `%%`, `%@`, `%lld`, `%1$@`, `%.2f`.
    private static var specifier:
      Regex<(Substring, place: Substring?, flags: Substring?, kind: Substring?)>
    {
      #/%(?:%|(?:(?<place>[1-9][0-9]?)\$)?(?<flags>[-+ 0#']*[0-9]*(?:\.[0-9]+)?)(?<kind>@|(?:hh|h|ll|l|q|z|t|j)?[dDiuUxXo]|[lL]?[fFeEgGaA]))/#
    }

    private func written(
      _ argument: String.LocalizationValue.Argument, _ specifier: String
    ) -> String {
      switch argument {
      case .text(let text): return text
      case .resource(let resource): return String(localized: resource)
      case .integer(let value):
        return Self.isPlain(specifier)
          ? value.formatted(.number.locale(locale)) : String(format: specifier, value)
      case .unsigned(let value):
        return Self.isPlain(specifier)
          ? value.formatted(.number.locale(locale)) : String(format: specifier, value)
      case .number(let value), .formatted(let value, _):
        return String(format: specifier, locale: locale, value)
      }
    }

    /// Whether a specifier only asks for the decimal digits of an integer.
    private static func isPlain(_ specifier: String) -> Bool {
      specifier.dropFirst().allSatisfy { "hlqztjdDiuU@".contains($0) }
    }
  }
#endif
