import Locks

/// A registry of `Codable` types that callers knew at compile time.
///
/// A property's type is known only at run time. A registered type need not be cast to a protocol
/// type, which is expensive (see `TypeMetadata`).
package enum KnownCodables {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: types can be used on every thread, and so can their conformance to `Codable`. A
    // conformance that is isolated to an actor could not be used here anyway.
    let type: any Codable.Type
  }

  private static let entries = Mutex(TypeTable<Entry>())

  package static func add(_ type: any Codable.Type) {
    let entry = Entry(type: type)
    entries.withLock { $0.set(entry.type, to: entry) }
  }

  /// Returns the type as a `Codable` one; nil for other types.
  package static func codable(_ type: Any.Type) -> (any Codable.Type)? {
    let identifier = ObjectIdentifier(type)
    return entries.withLock { $0[identifier] }?.type ?? type as? any Codable.Type
  }
}
