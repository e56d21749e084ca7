#if !canImport(Darwin)
  import Foundation

  /// A text to be translated later: its key, and the location of its translations.
  ///
  /// `String(localized:)` translates it. Foundation has this type only on Apple's systems. If
  /// Foundation adds it elsewhere, `import struct Foundation.LocalizedStringResource` chooses
  /// Foundation's type.
  public struct LocalizedStringResource: Hashable, Codable, Sendable {
    /// The location of the translations.
    public enum BundleDescription: Hashable, Codable, Sendable {
      /// The main bundle.
      case main
      /// The bundle at a URL.
      case atURL(URL)

      /// The bundle of a class.
      public static func forClass(_ type: AnyClass) -> Self { .atURL(Bundle(for: type).bundleURL) }

      /// The bundle; the main bundle if there is none at the URL.
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
    /// The locale for formatting inserted numbers.
    public var locale: Locale
    /// The location of the translations.
    public let bundle: BundleDescription

    /// Creates a resource whose text is also its key.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - locale: The locale for formatting inserted numbers.
    ///   - bundle: The location of the translations.
    ///   - comment: A note for translators, which has no effect.
    public init(
      _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
      bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
      self.init(key: keyAndValue.key, keyAndValue, table, locale, bundle)
    }

    /// Creates a resource with a separate key.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - locale: The locale for formatting inserted numbers.
    ///   - bundle: The location of the translations.
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
    /// Creates a resource from a literal.
    public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

    /// Creates a resource from a literal with inserted values.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
      self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
  }

  /// A type whose values have a localizable description.
  public protocol CustomLocalizedStringResourceConvertible {
    /// The localizable description.
    var localizedStringResource: LocalizedStringResource { get }
  }
#endif
