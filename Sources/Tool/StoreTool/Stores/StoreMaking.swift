import DataSchema
import RecordStore

/// A kind of store that can be created and filled with the contents of another store.
package protocol StoreMaking: StoreKind {
  /// The limits of values in this kind's columns.
  var limits: any ValueLimits { get }

  /// Creates a store and fills it.
  ///
  /// The operation is atomic: afterwards the store is either complete or does not exist.
  ///
  /// - Parameters:
  ///   - place: Where to create the store.
  ///   - model: Its entities.
  ///   - permissions: The permissions of its files, if it has any; nil to use the process's umask.
  ///   - fill: Writes the rows.
  /// - Throws: `ToolError` if something exists at the place; errors of the store and of `fill`.
  func make(
    _ place: String, holding model: ModelDescription, _ permissions: FileSystem.Permissions?,
    _ fill: (RecordFiller) throws -> Void
  ) throws
}

/// The limits of values in the columns of a kind of store.
package protocol ValueLimits: Sendable {
  /// What happens to a value that is not a composite.
  func fate(of value: RecordValue) -> ValueFate
}

/// What happens to a value in a column of another kind of store.
package enum ValueFate: Hashable, Sendable {
  case kept
  /// A similar value is stored; the text describes it.
  case rounded(RecordValue, String)
  /// No column can hold the value; the text says why.
  case refused(String)
}

/// Limits that preserve every value.
package struct NoLimits: ValueLimits {
  package init() {}

  package func fate(of value: RecordValue) -> ValueFate { .kept }
}

extension ValueLimits {
  /// The value as it is stored; composites are converted element by element.
  package func stored(_ value: RecordValue) -> RecordValue {
    if case .composite(let parts) = value { return .composite(parts.mapValues(stored)) }
    if case .rounded(let other, _) = fate(of: value) { return other }
    return value
  }
}
