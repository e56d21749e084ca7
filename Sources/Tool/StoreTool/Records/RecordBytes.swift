import Foundation
import RecordStore
import SQLCore

/// Encodes values as bytes that are equal if and only if the values are.
struct RecordBytes {
  private(set) var data = Data()

  init() {}

  /// The bytes of one value.
  init(_ value: RecordValue) { add(value) }

  mutating func add(_ integer: Int64) {
    withUnsafeBytes(of: integer.littleEndian) { data.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) { add(Data(text.utf8)) }

  private mutating func add(_ bytes: Data) {
    add(Int64(bytes.count))
    data.append(bytes)
  }

  private mutating func add(_ real: Double) {
    // All NaN values are the same to a column.
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
