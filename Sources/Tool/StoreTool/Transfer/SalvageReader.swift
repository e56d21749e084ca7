import Foundation
import RecordStore
import SwiftDataErrors

/// Reads the rows of one entity of a damaged store, and skips those that cannot be read.
struct SalvageReader {
  private let engine: RecordEngine
  private let entity: String
  /// What could not be read, as sentences.
  private(set) var losses: [String] = []

  init(_ engine: RecordEngine, _ entity: String) { (self.engine, self.entity) = (engine, entity) }

  /// The next rows after a key; fewer than `limit` if others cannot be read; empty at the end.
  ///
  /// - Throws: Errors that are not about damage.
  mutating func rows(after last: Int64, limit: Int) throws -> [Record] {
    var (last, limit) = (last, limit)
    while true {
      switch read(after: last, limit) {
      case .success(let rows): return rows
      case .failure(let error):
        guard error.isOfContent else { throw error }
        if limit > 1 {
          limit = max(1, limit / 8)
          continue
        }
        guard let next = readable(after: last) else {
          losses.append("\(entity): all rows after the key \(last) (\(error.localizedDescription))")
          return []
        }
        losses.append(
          next == last + 1
            ? "\(entity): the row with the key \(next) (\(error.localizedDescription))"
            : "\(entity): rows with the keys \(last + 1) to \(next), if they existed "
              + "(\(error.localizedDescription))")
        last = next
      }
    }
  }

  /// The keys of the members of a row; empty if they cannot be read.
  mutating func members(of key: Int64, _ relationship: String) throws -> [Int64] {
    do {
      return try engine.members(of: key, entity, relationship)
    } catch let error as SwiftDataError where error.isOfContent {
      losses.append(
        "\(entity).\(relationship) of the row with the key \(key) (\(error.localizedDescription))")
      return []
    }
  }

  private func read(after last: Int64, _ limit: Int) -> Result<[Record], SwiftDataError> {
    var query = RecordQuery(entity, after: last, limit: limit)
    query.readsFiles = false
    do {
      return .success(try engine.rows(query))
    } catch let error as SwiftDataError {
      return .failure(error)
    } catch {
      return .failure(.storeCannotBeOpened.explained("\(error)"))
    }
  }

  /// The smallest key after which a row or the end can be read; nil if there is none.
  ///
  /// Damage affects pages, which contain rows with neighboring keys. So the search doubles its
  /// steps until a row is readable, and then bisects.
  private func readable(after last: Int64) -> Int64? {
    var (bad, step) = (last, Int64(1))
    var good: Int64?
    while good == nil, step < 1 << 61 {
      let candidate = last + step
      if case .success = read(after: candidate, 1) { good = candidate } else { bad = candidate }
      step *= 2
    }
    guard var good else { return nil }
    while good - bad > 1 {
      let middle = bad + (good - bad) / 2
      if case .success = read(after: middle, 1) { good = middle } else { bad = middle }
    }
    return good
  }
}
