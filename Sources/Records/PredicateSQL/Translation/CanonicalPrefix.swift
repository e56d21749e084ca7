import Foundation

/// The possible beginnings of strings whose first characters are canonically equivalent to a text.
struct CanonicalPrefix {
  /// The text in Unicode Normalization Form D, in which equivalent strings are equal.
  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    scalars = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The maximum number of scalars in the bounds of a range; more would make ranges narrower, but
  /// take longer to compute.
  private static let lengthLimit = 4
  /// The maximum number of ranges, each of which is a separate index search.
  private static let rangeLimit = 16
  private static let firstCombining: Unicode.Scalar = "\u{300}"

  /// Ranges of bytes that contain all these strings; nil if there are too many.
  var ranges: [(lower: String, upper: String)]? {
    var certain = String.UnicodeScalarView()
    while certain.count < min(Self.lengthLimit, scalars.count) {
      guard let leads = leads(at: certain.count), leads.count <= Self.rangeLimit else { break }
      guard leads.count > 1 || leads[0].needsMark else {
        certain.append(leads[0].scalar)
        continue
      }
      let ranges = leads.compactMap { Self.range(of: certain, $0) }
      return ranges.count == leads.count ? ranges : nil
    }
    guard let last = certain.popLast() else { return nil }
    return Self.range(of: certain, Lead(scalar: last, needsMark: false)).map { [$0] }
  }

  /// A scalar that can begin a spelling.
  private struct Lead {
    var scalar: Unicode.Scalar
    /// Whether a combining mark must follow, because the scalar represents fewer scalars than the
    /// text has.
    var needsMark: Bool
  }

  private static func range(
    of start: String.UnicodeScalarView, _ lead: Lead
  ) -> (lower: String, upper: String)? {
    let isBeforeSurrogates = lead.scalar.value == 0xD7FF
    guard let next = Unicode.Scalar(isBeforeSurrogates ? 0xE000 : lead.scalar.value + 1) else {
      return nil
    }
    var (lower, upper) = (start, start)
    lower.append(lead.scalar)
    if lead.needsMark { lower.append(Self.firstCombining) }
    upper.append(next)
    return (String(lower), String(upper))
  }

  /// Returns the scalars that can begin spellings of the text at an index; nil if they cannot be
  /// determined reliably.
  private func leads(at start: Int) -> [Lead]? {
    let base = scalars[start]
    guard Self.isReliable(base), Self.isStarter(base) else { return nil }
    var found = [base]
    var place = start + 1
    // A letter can be composed with the letters right after it, as in Hangul.
    while place < scalars.count, Self.isStarter(scalars[place]),
      let composite = Self.composite(found[found.count - 1], scalars[place])
    {
      found.append(composite)
      place += 1
    }
    let hasOnlyMarks = place == start + 1
    let marks = scalars[place...].prefix { !Self.isStarter($0) }
    guard marks.count <= Self.rangeLimit, marks.allSatisfy(Self.isReliable) else { return nil }
    // A letter can also be composed with any of its marks, not only the first ones.
    var index = 0
    while index < found.count {
      for mark in marks {
        guard let composite = Self.composite(found[index], mark), !found.contains(composite)
        else { continue }
        found.append(composite)
      }
      index += 1
    }
    let others = Self.uncomposed[base, default: []].filter { other in
      Self.decomposition(of: other).dropFirst().allSatisfy(scalars[(start + 1)...].contains)
    }
    return (found + others).map { scalar in
      let held = Self.decomposition(of: scalar).count - 1
      return Lead(scalar: scalar, needsMark: hasOnlyMarks && held < marks.count)
    }
  }

  private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass == .notReordered
  }

  /// Returns whether Foundation's data for the scalar certainly agrees with the standard library's,
  /// which may implement a newer version of Unicode.
  private static func isReliable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x300 || (scalar.properties.age.map { $0.major <= 13 } ?? false)
  }

  private static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // ASCII has no decompositions.
    guard scalar.value >= 0x80 else { return [scalar] }
    return Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Returns the scalar that composes two others in NFC; they are decomposed first, because
  /// Foundation composes only decomposed text completely.
  private static func composite(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    guard second >= firstCombining else { return nil }
    let parts = String.UnicodeScalarView(decomposition(of: first) + [second])
    let composed = String(parts).precomposedStringWithCanonicalMapping.unicodeScalars
    return composed.count == 1 ? composed.first : nil
  }

  /// Scalars that have a decomposition but never occur in NFC, such as the Kelvin sign, by the
  /// first scalars of their decompositions.
  private static let uncomposed: [Unicode.Scalar: [Unicode.Scalar]] = {
    var result: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for scalar in uncomposedRanges.joined().compactMap(Unicode.Scalar.init) {
      let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
      guard composed.first != scalar || composed.count > 1 else { continue }
      result[decomposition(of: scalar)[0], default: []].append(scalar)
    }
    return result
  }()

  /// The ranges of those scalars, which have Unicode's property `Full_Composition_Exclusion`.
  private static let uncomposedRanges: [ClosedRange<UInt32>] = [
    0x340...0x387,  // Marks and Greek
    0x958...0x95F, 0x9DC...0x9DF, 0xA33...0xA5E, 0xB5C...0xB5D,  // Indic letters with a nukta
    0xF43...0xFB9,  // Tibetan
    0x1F71...0x1FFD,  // Greek
    0x2000...0x2001, 0x2126...0x212B, 0x2329...0x232A, 0x2ADC...0x2ADC,  // Spaces and symbols
    0xF900...0xFAD9,  // Han for compatibility
    0xFB1D...0xFB4E,  // Hebrew
    0x1D15E...0x1D1C0,  // Notes of music
    0x2F800...0x2FA1D,  // Han for compatibility
  ]
}
