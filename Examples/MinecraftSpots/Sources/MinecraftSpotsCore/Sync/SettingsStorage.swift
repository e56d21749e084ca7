import Foundation

/// A storage for settings.
package protocol SettingsStorage: Sendable {
  /// The switch for a key; nil if there is none.
  func bool(forKey key: String) -> Bool?
  func set(_ value: Bool, forKey key: String) throws
  /// The text for a key; nil if there is none.
  func string(forKey key: String) -> String?
  func set(_ value: String, forKey key: String) throws
}

/// Settings in the user defaults of the app.
package struct UserDefaultsStorage: SettingsStorage {
  /// The name of the suite; nil for the standard defaults.
  private let suiteName: String?

  package init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  package func bool(forKey key: String) -> Bool? {
    defaults.object(forKey: key) == nil ? nil : defaults.bool(forKey: key)
  }

  package func set(_ value: Bool, forKey key: String) {
    defaults.set(value, forKey: key)
    // Outside of Apple's platforms, nothing is written until this call.
    defaults.synchronize()
  }

  package func string(forKey key: String) -> String? { defaults.string(forKey: key) }

  package func set(_ value: String, forKey key: String) {
    defaults.set(value, forKey: key)
    defaults.synchronize()
  }

  // `UserDefaults` is not `Sendable` everywhere, so it is looked up each time.
  private var defaults: UserDefaults {
    suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }
}
