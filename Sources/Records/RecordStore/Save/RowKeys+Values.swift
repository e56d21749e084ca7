import CRowCells
import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

// Binds the values of a row to the parameters of a statement.

/// The destination of a row's values that may be stored in external files.
struct ExternalRow {
  let changes: ExternalChanges
  let owner: ExternalChanges.Owner
  /// The files of the row's current values, by property.
  let current: [(property: Int, name: UUID)]
}

extension RowKeys {
  /// Binds the values of a row to the parameters from `parameter` on.
  func bind(
    _ batch: RowBatch, _ row: Int, to writer: any ParameterWriter, from parameter: Int,
    _ external: ExternalRow? = nil
  ) throws {
    let cells = batch.row(row)
    guard batch.hasIndirectCells else {
      return writer.bind(cells, count: batch.width, from: parameter)
    }
    for place in 0..<batch.width {
      try bind(cells + place, of: batch, place, to: writer, parameter + place, external)
    }
  }

  /// Binds one value.
  func bind(
    _ cell: UnsafePointer<openswiftdata_cell>, of batch: RowBatch, _ place: Int,
    to writer: any ParameterWriter, _ parameter: Int, _ external: ExternalRow? = nil
  ) throws {
    switch Int(cell.pointee.kind) {
    case Int(OPENSWIFTDATA_KEY):
      let target = cell.pointee.integer
      if let unreferable, let value = unreferable.value(for: target, of: batch, place) {
        writer.bind(value, parameter)
      } else {
        let key = stored(target) ?? 0
        if key > 0 { writer.bind(key, parameter) } else { writer.bindNull(parameter) }
      }
    case Int(OPENSWIFTDATA_LARGE_TEXT): writer.bind(batch.text(of: cell.pointee), parameter)
    case Int(OPENSWIFTDATA_LARGE_BLOB): writer.bind(batch.blob(of: cell.pointee), parameter)
    case Int(OPENSWIFTDATA_FILE):
      let bytes = batch.blob(of: cell.pointee)
      let data =
        try external.map {
          try $0.changes.reference(to: bytes, of: $0.owner, batch.property(at: place))
        } ?? .inline(bytes)
      writer.bind(data.storedValue, parameter)
    case Int(OPENSWIFTDATA_SAME_FILE):
      let property = batch.property(at: place)
      guard let external else { throw Self.isNotRead(property, of: batch) }
      guard let name = external.current.first(where: { $0.property == property })?.name else {
        return writer.bindNull(parameter)
      }
      external.changes.keep(name)
      writer.bind(ExternalData.file(name).storedValue, parameter)
    default: writer.bind(cell, count: 1, from: parameter)
    }
  }

  /// The error for a value to write that was left in the row; only changed values are written.
  private static func isNotRead(_ property: Int, of batch: RowBatch) -> SwiftDataError {
    SwiftDataError.valueCannotBeStored.explained(
      "The value was never read, so it cannot be written.", entity: batch.entity.name,
      property: batch.entity.properties[property].name,
      advice: "Read the property before the save, or set it.")
  }
}

extension SavePhase {
  /// Throws if the database refused one of the row's values.
  func checkBound(
    _ writer: any ParameterWriter, _ batch: RowBatch, from parameter: Int
  ) throws {
    guard writer.refusedParameter != 0 else { return }
    let refusal = writer.refusal()
    let place = writer.refusedParameter - parameter
    let property = (0..<batch.width).contains(place) ? batch.property(at: place) : nil
    throw SwiftDataError.valueCannotBeStored.explained(
      "\(refusal.message).", entity: batch.entity.name,
      property: property.map { batch.entity.properties[$0].name }, path: session.store.path,
      advice: refusal.kind == .tooBig
        ? "Store less data in one value, or store it in a file with .externalStorage."
        : "Give the property a value that the database can store.",
      underlying: refusal)
  }
}

extension RowBatch {
  /// Returns the property that a cell of a row belongs to.
  func property(at place: Int) -> Int {
    // A property has one cell for each of its columns.
    entity.properties.indices.last {
      let number = Int(columns.first[$0])
      return number > 0 && number - 1 <= place
    } ?? 0
  }
}
