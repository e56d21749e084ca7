#if !canImport(Darwin)
  import Foundation

  // Should Foundation come to have these initializers elsewhere, its own are taken.

  extension String {
    /// Makes a translated text.
    ///
    /// Translations are those of `.strings` files in the bundle's folders of languages, such as `de.lproj`. Files of
    /// Xcode's catalogs and plural rules are not read. A text without a translation stays as it is in the source code.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the language of the source code, which is also the key.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - bundle: The bundle of the translations; the main one if nil.
    ///   - locale: How inserted numbers are written.
    ///   - comment: A note for translators, which has no effect.
    @_disfavoredOverload
    public init(
      localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(
        key: keyAndValue.key, keyAndValue, table, bundle ?? .main, locale)
    }

    /// Makes a translated text under a key of its own.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - bundle: The bundle of the translations; the main one if nil.
    ///   - locale: How inserted numbers are written.
    ///   - comment: A note for translators, which has no effect.
    @_disfavoredOverload
    public init(
      localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
      bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(key: "\(key)", defaultValue, table, bundle ?? .main, locale)
    }

    /// Makes the translated text of a resource.
    @_disfavoredOverload
    public init(localized resource: LocalizedStringResource) {
      self.init(
        key: resource.key, resource.defaultValue, resource.table, resource.bundle.bundle,
        resource.locale)
    }

    private init(
      key: String, _ value: LocalizationValue, _ table: String?, _ bundle: Bundle, _ locale: Locale
    ) {
      let format = bundle.localizedString(forKey: key, value: value.key, table: table)
      self = LocalizedText(format: format, arguments: value.arguments, locale: locale).text
    }
  }
#endif
