import CoreDataFormat
import Foundation
import RecordStore
import Testing

@testable import OpenSwiftData

/// A page whose data may be stored in external files.
@Model
final class Scan {
  @Attribute(.unique) var code: Int
  var title: String
  @Attribute(.externalStorage) var image: Data?
  @Attribute(.externalStorage) var preview: Data = Data([9])
  @Attribute(.externalStorage) var words: [String] = []
  @Attribute(.externalStorage) var stamp: Stamp?

  init(_ code: Int, image: Data? = nil) {
    self.code = code
    title = "page \(code)"
    self.image = image
  }
}

/// Deletes its leaves by cascade.
@Model
final class Folio {
  @Relationship(deleteRule: .cascade, inverse: \Leaf.folio) var leaves: [Leaf] = []

  init() {}
}

@Model
final class Leaf {
  @Attribute(.externalStorage) var image: Data
  var folio: Folio?

  init(image: Data) { self.image = image }
}

/// A user-defined type that encodes only bytes.
struct Stamp: Codable, Equatable {
  var bytes: Data

  init(bytes: Data) { self.bytes = bytes }

  init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode(Data.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}

extension Data {
  /// The smallest size of a value that is stored in a file.
  static let large = ExternalData.largestInlineSize + 1

  /// Bytes determined by `seed`.
  static func random(_ count: Int = large, seed: UInt64 = 0) -> Data {
    var generator = SeededGenerator(seed: seed)
    var data = Data(capacity: count + 8)
    while data.count < count {
      Swift.withUnsafeBytes(of: generator.next()) { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
  }
}

/// Whether two values are equal; keeps their bytes out of failure messages.
func same<Value: Equatable>(_ value: Value, _ other: Value) -> Bool { value == other }

extension ModelContext {
  func scan(_ code: Int) throws -> Scan? {
    try fetch(FetchDescriptor<Scan>(predicate: #Predicate { $0.code == code })).first
  }

  @discardableResult
  func save(_ scans: Scan...) throws -> [Scan] {
    for scan in scans { insert(scan) }
    try save()
    return scans
  }

  /// The external files of the first store.
  var files: ExternalFiles {
    get throws { try #require(core.stores.first?.externalFiles) }
  }

  /// The number of external files; also checks that rows reference exactly these files.
  func countFiles(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let store = try #require(core.stores.first as? SQLiteStore)
    let connection = try store.checkOut()
    defer { store.checkIn(connection) }
    let (orphans, unfinished, missing) = try files.discrepancies(connection)
    #expect(orphans.isEmpty, sourceLocation: sourceLocation)
    #expect(unfinished.isEmpty, sourceLocation: sourceLocation)
    #expect(missing.isEmpty, sourceLocation: sourceLocation)
    return try files.folder.contents().files.count
  }
}
