import DataSchema
import RecordStore

/// A kind of store that can be made and filled with what another store holds.
package protocol StoreMaking: StoreKind {
  /// What columns of the kind do not keep.
  var limits: any ValueLimits { get }

  /// Makes a store where there is none, and has it filled.
  ///
  /// Whatever happens meanwhile, there is all of it afterwards or nothing.
  ///
  /// - Parameters:
  ///   - place: Where it is to be.
  ///   - model: Its entities.
  ///   - permissions: Who may read and write its files, if it has any; nil for what the process's mask says.
  ///   - fill: Writes the rows.
  /// - Throws: `ToolError` where something is there already; what the store and `fill` throw.
  func make(
    _ place: String, holding model: ModelDescription, _ permissions: FileSystem.Permissions?,
    _ fill: (RecordFiller) throws -> Void
  ) throws
}

/// What columns of a kind of store do not keep of values.
package protocol ValueLimits: Sendable {
  /// What becomes of a value that is no composite.
  func fate(of value: RecordValue) -> ValueFate
}

/// What becomes of a value in a column of another kind of store.
package enum ValueFate: Hashable, Sendable {
  case kept
  /// Something close to it is stored, as the text says.
  case rounded(RecordValue, String)
  /// No column holds it, as the text says.
  case refused(String)
}

/// What keeps every value.
package struct NoLimits: ValueLimits {
  package init() {}

  package func fate(of value: RecordValue) -> ValueFate { .kept }
}

extension ValueLimits {
  /// What is stored of a value; composites part by part.
  package func stored(_ value: RecordValue) -> RecordValue {
    if case .composite(let parts) = value { return .composite(parts.mapValues(stored)) }
    if case .rounded(let other, _) = fate(of: value) { return other }
    return value
  }
}
