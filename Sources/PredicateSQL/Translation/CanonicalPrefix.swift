import Foundation

/// How strings can begin that are canonically equivalent to a text, or whose first characters are.
struct CanonicalPrefix {
  /// The text in normal form D, by which equivalent strings are equal.
  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    scalars = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// More scalars make ranges narrower, and cost time to work out.
  private static let lengthLimit = 4
  /// Each range is a search of its own in an index.
  private static let rangeLimit = 16
  private static let firstCombining: Unicode.Scalar = "\u{300}"

  /// Ranges, by bytes, that hold all those strings; nil where there are too many.
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

  /// A scalar with which a spelling can begin.
  private struct Lead {
    var scalar: Unicode.Scalar
    /// Whether a combining mark must follow, since the scalar stands for fewer than the text has.
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

  /// The scalars with which spellings of what begins at a place can begin; nil where that is not
  /// certain.
  private func leads(at start: Int) -> [Lead]? {
    let base = scalars[start]
    guard Self.isReliable(base), Self.isStarter(base) else { return nil }
    var found = [base]
    var place = start + 1
    // A letter can be spelled as one with letters right after it, as in Hangul.
    while place < scalars.count, Self.isStarter(scalars[place]),
      let composite = Self.composite(found[found.count - 1], scalars[place])
    {
      found.append(composite)
      place += 1
    }
    let hasOnlyMarks = place == start + 1
    let marks = scalars[place...].prefix { !Self.isStarter($0) }
    guard marks.count <= Self.rangeLimit, marks.allSatisfy(Self.isReliable) else { return nil }
    // And as one with some of its marks, not only with the first ones.
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

  /// Whether Foundation is sure to know the scalar as the standard library does, which may know a
  /// newer Unicode.
  private static func isReliable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x300 || (scalar.properties.age.map { $0.major <= 13 } ?? false)
  }

  private static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // Nothing in ASCII has a decomposition.
    guard scalar.value >= 0x80 else { return [scalar] }
    return Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The one scalar that stands for two in normal form C; Foundation composes all of what is
  /// decomposed only.
  private static func composite(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    guard second >= firstCombining else { return nil }
    let parts = String.UnicodeScalarView(decomposition(of: first) + [second])
    let composed = String(parts).precomposedStringWithCanonicalMapping.unicodeScalars
    return composed.count == 1 ? composed.first : nil
  }

  /// Scalars that have a decomposition but do not stand in normal form C, such as the Kelvin sign,
  /// by the scalars with which the decomposition begins.
  private static let uncomposed: [Unicode.Scalar: [Unicode.Scalar]] = {
    var result: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for scalar in uncomposedRanges.joined().compactMap(Unicode.Scalar.init) {
      let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
      guard composed.first != scalar || composed.count > 1 else { continue }
      result[decomposition(of: scalar)[0], default: []].append(scalar)
    }
    return result
  }()

  /// Where those scalars are, which Unicode calls `Full_Composition_Exclusion`.
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
