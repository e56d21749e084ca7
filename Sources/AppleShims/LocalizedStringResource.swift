#if !canImport(Darwin)
  import Foundation

  /// A text to be translated later: its key, and where its translations are.
  ///
  /// `String(localized:)` translates it. Foundation has this type on Apple's systems only. Should it come to have it
  /// elsewhere, `import struct Foundation.LocalizedStringResource` chooses Foundation's.
  public struct LocalizedStringResource: Hashable, Codable, Sendable {
    /// Where the translations are.
    public enum BundleDescription: Hashable, Codable, Sendable {
      /// In the main bundle.
      case main
      /// In the bundle at a place.
      case atURL(URL)

      /// In the bundle of a class.
      public static func forClass(_ type: AnyClass) -> Self { .atURL(Bundle(for: type).bundleURL) }

      /// The bundle; the main one if there is none at the place.
      var bundle: Bundle {
        switch self {
        case .main: .main
        case .atURL(let url): Bundle(url: url) ?? .main
        }
      }
    }

    /// The key of the translation.
    public let key: String
    /// The text in the language of the source code.
    public let defaultValue: String.LocalizationValue
    /// The name of the `.strings` file; `Localizable` if nil.
    public let table: String?
    /// How inserted numbers are written.
    public var locale: Locale
    /// Where the translations are.
    public let bundle: BundleDescription

    /// Makes a resource whose text is also its key.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - locale: How inserted numbers are written.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators, which has no effect.
    public init(
      _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
      bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
      self.init(key: keyAndValue.key, keyAndValue, table, locale, bundle)
    }

    /// Makes a resource with a key of its own.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - locale: How inserted numbers are written.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators, which has no effect.
    public init(
      _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
      locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
      self.init(key: "\(key)", defaultValue, table, locale, bundle)
    }

    private init(
      key: String, _ value: String.LocalizationValue, _ table: String?, _ locale: Locale,
      _ bundle: BundleDescription
    ) {
      self.key = key
      self.table = table
      self.locale = locale
      self.bundle = bundle
      defaultValue = value
    }
  }

  extension LocalizedStringResource: ExpressibleByStringInterpolation {
    /// Makes a resource of a literal.
    public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

    /// Makes a resource of a literal with values inserted.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
      self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
  }

  /// A type whose values have a text to be translated.
  public protocol CustomLocalizedStringResourceConvertible {
    /// The text.
    var localizedStringResource: LocalizedStringResource { get }
  }
#endif
