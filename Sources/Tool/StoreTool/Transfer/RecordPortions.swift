import Foundation
import RecordStore

/// Reads the rows of an entity tree in batches, which are smaller if the values are larger.
struct RecordPortions {
  private static let sizeLimit = 4 << 20
  private static let countLimit = 1_000

  private let engine: RecordEngine

  init(_ engine: RecordEngine) { self.engine = engine }

  /// Passes all rows of an entity and its subentities to `body`, in the order of their keys.
  ///
  /// - Throws: Errors of the store and of `body`.
  func forEach(_ root: RecordEntity, _ body: ([Record]) throws -> Void) throws {
    var (last, limit) = (Int64(0), 16)
    while true {
      let rows = try engine.rows(RecordQuery(root.name, after: last, limit: limit))
      guard let end = rows.last else { return }
      try body(rows)
      last = end.key
      let size = rows.reduce(0) { $0 + $1.size } / rows.count
      limit = max(1, min(limit * 4, Self.countLimit, Self.sizeLimit / max(1, size)))
    }
  }
}

extension Record {
  /// The approximate size of the values in bytes.
  fileprivate var size: Int { values.values.reduce(0) { $0 + $1.size } }
}

extension RecordValue {
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .composite(let parts): parts.values.reduce(0) { $0 + $1.size }
    default: 8
    }
  }
}
