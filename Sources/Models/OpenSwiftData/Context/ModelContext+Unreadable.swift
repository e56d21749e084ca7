import SwiftDataErrors

extension ModelContext {
  /// The models that match `descriptor`, without those whose rows contain a value that the model
  /// cannot represent.
  ///
  /// Such a value is, for example, the raw value of a case that this version of an enumeration lacks,
  /// or a number of 60 digits in the column of a `Decimal`. The other rows are read as by
  /// `fetch(_:)`:
  ///
  /// ```swift
  /// let trips = try context.fetch(FetchDescriptor<Trip>()) { error in
  ///   logger.warning("\(error)")
  /// }
  /// ```
  ///
  /// A row is also left out if the value is in a property that the predicate does not mention. A row
  /// that is left out counts towards `fetchLimit`. A relationship of another model may still lead to
  /// it.
  ///
  /// Executes the same statements as `fetch(_:)`.
  ///
  /// - Parameters:
  ///   - descriptor: Describes the models.
  ///   - report: Receives an error for each row that is left out: `SwiftDataError.valueCannotBeRead`,
  ///     which names the entity, the property, the row and the value. It can throw to end the fetch,
  ///     and must not use the context.
  /// - Returns: The models whose rows can be read.
  /// - Throws: As `fetch(_:)` does; what `report` throws.
  public func fetch<T>(
    _ descriptor: FetchDescriptor<T>, skippingUnreadable report: (SwiftDataError) throws -> Void
  ) throws -> [T] where T: PersistentModel {
    let registry = registry
    let former = registry.reportUnreadable
    defer { registry.reportUnreadable = former }
    return try withoutActuallyEscaping(report) { report in
      registry.reportUnreadable = report
      defer { registry.reportUnreadable = former }
      return try fetch(descriptor)
    }
  }
}

extension InstanceRegistry {
  /// Leaves out a row that cannot be read, and reports its error.
  ///
  /// - Throws: The error, if the fetch does not leave out rows; what the receiver of errors throws.
  func skip(_ error: any Error) throws {
    guard let reportUnreadable, let error = error as? SwiftDataError, error == .valueCannotBeRead
    else { throw error }
    try reportUnreadable(error)
  }
}
