import Locks

/// Codable types that a caller knew at compile time.
///
/// A property's type is known at run time only. Found here, it need not be cast to a protocol's type,
/// which `TypeMetadata` says the cost of.
package enum KnownCodables {
  private struct Entry: @unchecked Sendable {
    // `@unchecked`: a type is for every thread, and so is how it is Codable, unless that is isolated
    // to an actor; then nobody could code it here anyway.
    let type: any Codable.Type
  }

  private static let entries = Mutex(TypeTable<Entry>())

  package static func add(_ type: any Codable.Type) {
    let entry = Entry(type: type)
    entries.withLock { $0.set(entry.type, to: entry) }
  }

  /// The type as a Codable one; nil for other types.
  package static func codable(_ type: Any.Type) -> (any Codable.Type)? {
    let identifier = ObjectIdentifier(type)
    return entries.withLock { $0[identifier] }?.type ?? type as? any Codable.Type
  }
}
