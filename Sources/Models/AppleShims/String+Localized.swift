#if !canImport(Darwin)
  import Foundation

  // If Foundation adds these initializers on other systems, Foundation's are chosen.

  extension String {
    /// Creates a translated text.
    ///
    /// Translations are read from `.strings` files in the language folders of the bundle, such as
    /// `de.lproj`. Xcode's string catalogs and plural rules are not supported. A text without a
    /// translation is left unchanged.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the language of the source code, which is also the key.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - bundle: The bundle of the translations; the main one if nil.
    ///   - locale: The locale for formatting inserted numbers.
    ///   - comment: A note for translators, which has no effect.
    @_disfavoredOverload
    public init(
      localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(
        key: keyAndValue.key, keyAndValue, table, bundle ?? .main, locale)
    }

    /// Creates a translated text with a separate key.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the language of the source code.
    ///   - table: The name of the `.strings` file; `Localizable` if nil.
    ///   - bundle: The bundle of the translations; the main one if nil.
    ///   - locale: The locale for formatting inserted numbers.
    ///   - comment: A note for translators, which has no effect.
    @_disfavoredOverload
    public init(
      localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
      bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(key: "\(key)", defaultValue, table, bundle ?? .main, locale)
    }

    /// Creates the translated text of a resource.
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
