import Foundation
import SwiftData

/// A version of an example's models, and how to write and read its contents as plain values.
package struct StoreVersion<Contents: Equatable>: Sendable {
  package let schema: any VersionedSchema.Type
  /// The example's migration plan when this version was the newest.
  package let plan: any SchemaMigrationPlan.Type
  private let insert: @Sendable (Contents, ModelContext) throws -> Void
  private let read: @Sendable (ModelContext) throws -> Contents

  package init(
    _ schema: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type,
    insert: @escaping @Sendable (Contents, ModelContext) throws -> Void,
    read: @escaping @Sendable (ModelContext) throws -> Contents
  ) {
    self.schema = schema
    self.plan = plan
    self.insert = insert
    self.read = read
  }

  package var name: String { "\(schema.versionIdentifier)" }

  /// Creates a store; when this returns, its file is complete and closed.
  package func make(at url: URL, holding contents: Contents) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: schema), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    try insert(contents, context)
    try context.save()
  }

  /// The contents of a store, which is first migrated to this version if it is older.
  package func contents(of url: URL) throws -> Contents {
    let container = try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan,
      configurations: ModelConfiguration(url: url))
    return try read(ModelContext(container))
  }
}
