import Locks

/// A registry of types with raw values that callers knew at compile time, like `KnownCodables`.
package enum KnownRawValues {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: as in `KnownCodables`.
    let type: any RawRepresentable.Type
  }

  private static let entries = Mutex(TypeTable<Entry>())

  package static func add(_ type: any RawRepresentable.Type) {
    let entry = Entry(type: type)
    entries.withLock { $0.set(entry.type, to: entry) }
  }

  /// Returns the type as one with raw values; nil for other types.
  static func type(_ type: Any.Type) -> (any RawRepresentable.Type)? {
    let identifier = ObjectIdentifier(type)
    return entries.withLock { $0[identifier] }?.type ?? type as? any RawRepresentable.Type
  }
}
