import DataSchema
import Foundation
import RecordStore
import SQLCore

/// What the rows of an entity come down to: how many there are, and a digest of their keys, values and members.
///
/// Stores of all kinds that hold the same have the same ones.
struct StoreDigest: Hashable {
  var count = 0
  /// The SHA-256 of all of it, in hexadecimal digits.
  var text: String { Self.hexadecimal(SHA2.sha256(hash + pending)) }

  private var hash = Data()
  private var pending = Data()
  /// So many bytes are hashed at once.
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
  /// Reads all rows of a store.
  ///
  /// - Parameters:
  ///   - engine: The store.
  ///   - limits: What another store keeps of the values, which is what counts.
  ///   - progress: Told how many rows were read.
  /// - Returns: The digests by the names of the entities.
  /// - Throws: What the store throws.
  static func all(
    of engine: RecordEngine, keptBy limits: any ValueLimits, progress: (Int) -> Void
  ) throws -> [String: StoreDigest] {
    var digests: [String: StoreDigest] = [:]
    for node in engine.schema.nodes { digests[node.name] = StoreDigest() }
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

/// Values as bytes that are the same for equal values alone.
private struct RecordBytes {
  private(set) var data = Data()

  mutating func add(_ integer: Int64) {
    withUnsafeBytes(of: integer.littleEndian) { data.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) { add(Data(text.utf8)) }

  private mutating func add(_ bytes: Data) {
    add(Int64(bytes.count))
    data.append(bytes)
  }

  private mutating func add(_ real: Double) {
    // All that is no number is the same to a column.
    add(Int64(bitPattern: real.isNaN ? Double.nan.bitPattern : real.bitPattern))
  }

  mutating func add(_ value: RecordValue) {
    switch value {
    case .null: data.append(0)
    case .bool(let truth): data.append(truth ? 2 : 1)
    case .integer(let integer):
      data.append(3)
      add(integer)
    case .real(let real):
      data.append(4)
      add(real)
    case .decimal(let decimal):
      data.append(5)
      add("\(decimal)")
    case .text(let text):
      data.append(6)
      add(text)
    case .date(let date):
      data.append(7)
      add(date.timeIntervalSinceReferenceDate)
    case .data(let bytes):
      data.append(8)
      add(StoredDocument.canonical(bytes))
    case .uuid(let uuid):
      data.append(9)
      add(uuid.uuidString)
    case .url(let url):
      data.append(10)
      add(url.absoluteString)
    case .composite(let parts):
      data.append(11)
      add(Int64(parts.count))
      for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
        add(name)
        add(part)
      }
    case .row(let key):
      data.append(12)
      add(key)
    }
  }
}
