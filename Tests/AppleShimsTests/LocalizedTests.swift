#if !canImport(Darwin)
  import AppleShims
  import Foundation
  import Testing

  @Suite("Localized texts")
  struct LocalizedTests {
    private static let english = Locale(identifier: "en_US")
    private static let german = Locale(identifier: "de_DE")

    /// Calls the body with a bundle that contains translations of a table.
    private func withBundle(
      _ translations: String, table: String = "Localizable", _ body: (Bundle) throws -> Void
    ) throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).bundle")
      let texts = folder.appendingPathComponent("en.lproj")
      try FileManager.default.createDirectory(at: texts, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(translations.utf8).write(to: texts.appendingPathComponent("\(table).strings"))
      try body(try #require(Bundle(url: folder)))
    }

    @Test func textWithoutTranslationStaysAsItIs() {
      let (count, name, share) = (1_234_567, "x", 2.345)
      #expect(String(localized: "Good") == "Good")
      #expect(String(localized: "Bad", comment: "of a mood") == "Bad")
      #expect(String(localized: "50% of %@ and %lld") == "50% of %@ and %lld")
      #expect(
        String(localized: "Added \(count) to \(name), 50%", locale: Self.english)
          == "Added 1,234,567 to x, 50%")
      #expect(String(localized: "\(count)", locale: Self.german) == "1.234.567")
      #expect(String(localized: "\(UInt8.max) \(-5)", locale: Self.english) == "255 -5")
      #expect(
        String(localized: "\(share, specifier: "%.1f") \(share)", locale: Self.english)
          == "2.3 2.345000")
      #expect(String(localized: "\(count, format: .number.grouping(.never))") == "1234567")
    }

    @Test func defaultValueReplacesAMissingTranslation() {
      #expect(String(localized: "mood.good", defaultValue: "Good") == "Good")
      let name = "x"
      #expect(String(localized: "greeting", defaultValue: "Hello \(name)") == "Hello x")
    }

    @Test func translationsComeFromTheBundle() throws {
      try withBundle(
        """
        "Good" = "Gut"; "Added %lld to %@" = "%2$@: +%1$lld (%%)"; "key" = "%@ hat %lld";
        "%@ and %@" = "%@, %@, %@ 100% %z";
        """
      ) { bundle in
        #expect(String(localized: "Good", bundle: bundle) == "Gut")
        #expect(String(localized: "Bad", bundle: bundle) == "Bad")
        #expect(
          String(localized: "Added \(1_000) to \("x")", bundle: bundle, locale: Self.english)
            == "x: +1,000 (%)")
        #expect(
          String(localized: "key", defaultValue: "\("x") has \(2)", bundle: bundle) == "x hat 2")
        // An invalid placeholder in a translation appears as text and does not crash.
        #expect(
          String(localized: "\("a") and \("b")", bundle: bundle) == "a, b, %@ 100% %z")
      }
    }

    @Test func tablesAreReadFromFilesOfTheirName() throws {
      try withBundle(#""Good" = "Gut";"#, table: "Moods") { bundle in
        #expect(String(localized: "Good", table: "Moods", bundle: bundle) == "Gut")
        #expect(String(localized: "Good", bundle: bundle) == "Good")
      }
    }

    @Test func resourcesAreTranslatedLazily() throws {
      let plain: LocalizedStringResource = "Title"
      #expect(plain.key == "Title")
      #expect(String(localized: plain) == "Title")
      let count = 3
      let counted: LocalizedStringResource = "\(count) in \(plain)"
      #expect(counted.key == "%lld in %@")
      #expect(String(localized: counted) == "3 in Title")
      #expect(String(localized: "The \(counted)") == "The 3 in Title")
      try withBundle(#""Title" = "Titel";"#) { bundle in
        let resource = LocalizedStringResource("Title", bundle: .atURL(bundle.bundleURL))
        #expect(String(localized: resource) == "Titel")
        #expect(resource != plain)
        let coded = try JSONDecoder().decode(
          LocalizedStringResource.self, from: JSONEncoder().encode(resource))
        #expect(coded == resource)
        #expect(String(localized: coded) == "Titel")
      }
      let named = LocalizedStringResource("title", defaultValue: "Title")
      #expect(named.key == "title")
      #expect(String(localized: named) == "Title")
    }
  }
#endif
