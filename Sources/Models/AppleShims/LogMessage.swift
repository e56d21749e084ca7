#if !canImport(os)
  import Foundation

  /// A log message with values that are computed when it is written.
  public struct OSLogMessage: ExpressibleByStringInterpolation {
    private let pieces: [OSLogInterpolation.Piece]

    /// Creates a message from a literal.
    public init(stringLiteral value: String) { pieces = [.literal(value)] }

    /// Creates a message from a literal with inserted values.
    public init(stringInterpolation: OSLogInterpolation) { pieces = stringInterpolation.pieces }

    func text(showingPrivate: Bool) -> String {
      pieces.map { piece in
        switch piece {
        case .literal(let text): text
        case .value(let privacy, let isPublic, let text):
          privacy.shown(text, isPublicByDefault: isPublic, showingPrivate: showingPrivate)
        }
      }.joined()
    }
  }

  /// The visibility of a value in logs.
  public struct OSLogPrivacy: Hashable, Sendable {
    /// The text that replaces a private value.
    public enum Mask: Hashable, Sendable {
      /// A hash, which shows that two values in the log of one process are equal.
      case hash
      /// No mask.
      case none
    }

    private enum Reader: Hashable { case everybody, nobody, byType }

    private let reader: Reader
    private let mask: Mask

    /// The value is shown.
    public static var `public`: OSLogPrivacy { .init(reader: .everybody, mask: .none) }
    /// The value is hidden.
    public static var `private`: OSLogPrivacy { .init(reader: .nobody, mask: .none) }
    /// The value is hidden.
    public static var sensitive: OSLogPrivacy { .private }
    /// Numbers, Boolean values and literals are shown, and everything else is hidden.
    public static var auto: OSLogPrivacy { .init(reader: .byType, mask: .none) }

    /// The value is replaced with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .init(reader: .nobody, mask: mask) }
    /// The value is replaced with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .private(mask: mask) }
    /// Decides by the type, as `auto` does, and replaces hidden values with a mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { .init(reader: .byType, mask: mask) }

    /// The text of a value, or its replacement.
    func shown(
      _ text: () -> String, isPublicByDefault: Bool, showingPrivate: Bool
    ) -> String {
      if showingPrivate || reader == .everybody || reader == .byType && isPublicByDefault {
        return text()
      }
      guard mask == .hash else { return "<private>" }
      return "<mask.hash: \(String(UInt(bitPattern: text().hashValue), radix: 16))>"
    }
  }

  /// The width and alignment of a value in a log.
  public struct OSLogStringAlignment: Hashable, Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// The width of the value, without padding.
    public static var none: OSLogStringAlignment { .init(columns: 0, isLeft: true) }
    /// Aligned to the right in a number of columns.
    public static func right(columns: Int) -> OSLogStringAlignment {
      .init(columns: columns, isLeft: false)
    }
    /// Aligned to the left in a number of columns.
    public static func left(columns: Int) -> OSLogStringAlignment {
      .init(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
      let space = String(repeating: " ", count: max(0, columns - text.count))
      return isLeft ? text + space : space + text
    }
  }

  /// The format of an integer in a log.
  public struct OSLogIntegerFormatting: Hashable, Sendable {
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { .init(radix: 10, prefix: "") }
    /// Hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { .init(radix: 16, prefix: "") }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { .init(radix: 8, prefix: "") }
    /// Hexadecimal digits, optionally with the prefix `0x` and in uppercase.
    public static func hex(
      includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
      .init(radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase)
    }

    private init(radix: Int, prefix: String, isUppercase: Bool = false) {
      (self.radix, self.prefix, self.isUppercase) = (radix, prefix, isUppercase)
    }

    func text(_ value: some FixedWidthInteger) -> String {
      let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
      return (value < 0 ? "-" : "") + prefix + digits
    }
  }

  /// The format of a floating-point number in a log.
  public struct OSLogFloatFormatting: Hashable, Sendable {
    private let specifier: String

    /// Six decimal places.
    public static var fixed: OSLogFloatFormatting { .init(specifier: "%f") }
    /// Exponential notation.
    public static var exponential: OSLogFloatFormatting { .init(specifier: "%e") }
    /// The shorter of both notations.
    public static var hybrid: OSLogFloatFormatting { .init(specifier: "%g") }
    /// A fixed number of decimal places.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
      .init(specifier: "%.\(max(0, precision))f")
    }

    func text(_ value: Double) -> String { String(format: specifier, value) }
  }

  /// The format of a Boolean value in a log.
  public enum OSLogBoolFormat: Hashable, Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer

    func text(_ value: Bool) -> String {
      switch self {
      case .truth: value ? "true" : "false"
      case .answer: value ? "yes" : "no"
      }
    }
  }
#endif
