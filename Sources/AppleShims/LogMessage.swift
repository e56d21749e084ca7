#if !canImport(os)
  import Foundation

  /// A message for a log, with values that are computed when it is written.
  public struct OSLogMessage: ExpressibleByStringInterpolation {
    private let pieces: [OSLogInterpolation.Piece]

    /// Makes a message of a literal.
    public init(stringLiteral value: String) { pieces = [.literal(value)] }

    /// Makes a message of a literal with values inserted.
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

  /// Who may read a value in a log.
  public struct OSLogPrivacy: Hashable, Sendable {
    /// What is written in place of a value.
    public enum Mask: Hashable, Sendable {
      /// A hash, by which one sees in the log of one process that two values are equal.
      case hash
      /// Nothing.
      case none
    }

    private enum Reader: Hashable { case everybody, nobody, byType }

    private let reader: Reader
    private let mask: Mask

    /// Everybody.
    public static var `public`: OSLogPrivacy { .init(reader: .everybody, mask: .none) }
    /// Nobody.
    public static var `private`: OSLogPrivacy { .init(reader: .nobody, mask: .none) }
    /// Nobody.
    public static var sensitive: OSLogPrivacy { .private }
    /// Everybody for numbers, Boolean values and literals, and nobody for all else.
    public static var auto: OSLogPrivacy { .init(reader: .byType, mask: .none) }

    /// Nobody; a mask is written instead.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .init(reader: .nobody, mask: mask) }
    /// Nobody; a mask is written instead.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .private(mask: mask) }
    /// By the type, as `auto`; a mask is written instead of a value that nobody may read.
    public static func auto(mask: Mask) -> OSLogPrivacy { .init(reader: .byType, mask: mask) }

    /// The text of a value, or what stands for it.
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

  /// How many columns a value takes, and at which end it stands.
  public struct OSLogStringAlignment: Hashable, Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// As many columns as the value has.
    public static var none: OSLogStringAlignment { .init(columns: 0, isLeft: true) }
    /// At the end of so many columns.
    public static func right(columns: Int) -> OSLogStringAlignment {
      .init(columns: columns, isLeft: false)
    }
    /// At the beginning of so many columns.
    public static func left(columns: Int) -> OSLogStringAlignment {
      .init(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
      let space = String(repeating: " ", count: max(0, columns - text.count))
      return isLeft ? text + space : space + text
    }
  }

  /// How an integer is written in a log.
  public struct OSLogIntegerFormatting: Hashable, Sendable {
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool

    /// With decimal digits.
    public static var decimal: OSLogIntegerFormatting { .init(radix: 10, prefix: "") }
    /// With hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { .init(radix: 16, prefix: "") }
    /// With octal digits.
    public static var octal: OSLogIntegerFormatting { .init(radix: 8, prefix: "") }
    /// With hexadecimal digits.
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

  /// How a number is written in a log.
  public struct OSLogFloatFormatting: Hashable, Sendable {
    private let specifier: String

    /// With six decimal places.
    public static var fixed: OSLogFloatFormatting { .init(specifier: "%f") }
    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { .init(specifier: "%e") }
    /// In the shorter of both forms.
    public static var hybrid: OSLogFloatFormatting { .init(specifier: "%g") }
    /// With so many decimal places.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
      .init(specifier: "%.\(max(0, precision))f")
    }

    func text(_ value: Double) -> String { String(format: specifier, value) }
  }

  /// How a Boolean value is written in a log.
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
