import DataSchema
import Foundation
import RecordStore

/// The number of an entity's rows, and a digest of their keys, values and members.
///
/// Stores with the same contents have the same digests, whatever their kind.
struct StoreDigest: Hashable {
  var count = 0
  /// The SHA-256 digest in hexadecimal digits.
  var text: String { Self.hexadecimal(SHA2.sha256(hash + pending)) }

  private var hash = Data()
  private var pending = Data()
  /// The number of bytes to hash at once.
  private static let partSize = 1 << 16

  private mutating func add(_ bytes: Data) {
    count += 1
    pending.append(bytes)
    guard pending.count >= Self.partSize else { return }
    hash = SHA2.sha256(hash + pending)
    pending.removeAll(keepingCapacity: true)
  }

  private static func hexadecimal(_ bytes: Data) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}

extension StoreDigest {
  /// Computes the digests of all rows of a store.
  ///
  /// - Parameters:
  ///   - engine: The store.
  ///   - limits: How another store rounds or truncates the values; they are hashed after that.
  ///   - progress: Called with the number of rows read.
  /// - Returns: The digests by the names of the entities.
  /// - Throws: Errors of the store.
  static func all(
    of engine: RecordEngine, keptBy limits: any ValueLimits, progress: (Int) -> Void
  ) throws -> [String: StoreDigest] {
    var digests: [String: StoreDigest] = [:]
    for entity in engine.schema.entities { digests[entity.name] = StoreDigest() }
    var count = 0
    for root in engine.roots {
      try RecordPortions(engine).forEach(root) { rows in
        let members = try Self.members(of: rows, engine)
        for row in rows {
          var bytes = RecordBytes()
          bytes.add(row.key)
          for (name, value) in row.values.sorted(by: { $0.key < $1.key }) {
            bytes.add(name)
            bytes.add(limits.stored(value))
          }
          for (name, keys) in members[row.entity] ?? [] {
            bytes.add(name)
            for key in keys[row.key] ?? [] { bytes.add(key) }
          }
          digests[row.entity, default: StoreDigest()].add(bytes.data)
        }
        count += rows.count
        progress(count)
      }
    }
    return digests
  }

  /// The members of to-many relationships of rows, by the names of entities.
  private static func members(
    of rows: [Record], _ engine: RecordEngine
  ) throws -> [String: [(name: String, keys: [Int64: [Int64]])]] {
    var members: [String: [(String, [Int64: [Int64]])]] = [:]
    for (name, rows) in Dictionary(grouping: rows, by: \.entity) {
      let keys = rows.map(\.key)
      for relationship in try engine.entity(name).relationships where relationship.isToMany {
        members[name, default: []].append(
          (relationship.name, try engine.members(of: keys, relationship)))
      }
      members[name]?.sort { $0.0 < $1.0 }
    }
    return members
  }
}
