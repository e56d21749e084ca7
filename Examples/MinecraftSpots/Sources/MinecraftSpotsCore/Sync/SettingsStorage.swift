import Foundation

/// Where settings are kept.
package protocol SettingsStorage: Sendable {
  /// Nil where nothing is kept under the key.
  func bool(forKey key: String) -> Bool?
  func set(_ value: Bool, forKey key: String) throws
  /// Nil where no text is kept under the key.
  func string(forKey key: String) -> String?
  func set(_ value: String, forKey key: String) throws
}

/// Settings in the user defaults of the app.
package struct UserDefaultsStorage: SettingsStorage {
  /// The name of the defaults; nil for the standard ones.
  private let suiteName: String?

  package init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  package func bool(forKey key: String) -> Bool? {
    defaults.object(forKey: key) == nil ? nil : defaults.bool(forKey: key)
  }

  package func set(_ value: Bool, forKey key: String) {
    defaults.set(value, forKey: key)
    // Off Apple's platforms nothing is written before this.
    defaults.synchronize()
  }

  package func string(forKey key: String) -> String? { defaults.string(forKey: key) }

  package func set(_ value: String, forKey key: String) {
    defaults.set(value, forKey: key)
    defaults.synchronize()
  }

  // `UserDefaults` is not Sendable everywhere, so it is found anew each time.
  private var defaults: UserDefaults {
    suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }
}
