import CoreDataFormat
import Foundation
import SQLCore

extension String: StorableScalar {
  package static var samples: [String] { ["", "a", "B2"] }

  package static func read(from row: any RowReader, at column: Int) -> String {
    row.string(column)
  }
}

extension Character: StorableScalar {
  package static var samples: [Character] { [" ", "a", "B"] }

  package static func read(from row: any RowReader, at column: Int) throws -> Character {
    let text = row.string(column)
    guard let character = text.first, text.dropFirst().isEmpty else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Character.self, propertyName: "column \(column)",
        reason: "its text is not one character long.")
    }
    return character
  }
}

extension UUID: StorableScalar {
  package static var samples: [UUID] {
    (UInt8(0)..<3).map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
  }

  package static func read(from row: any RowReader, at column: Int) throws -> UUID {
    guard let uuid = row.uuid(column) ?? UUID(uuidString: row.string(column)) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: UUID.self, propertyName: "column \(column)",
        reason: "it is not the 16 bytes of a UUID.")
    }
    return uuid
  }
}

extension Data: StorableScalar {
  package static var samples: [Data] { [Data(), Data([0]), Data([1, 2])] }

  package static func read(from row: any RowReader, at column: Int) -> Data {
    row.data(column)
  }
}

extension URL: StorableScalar {
  package static var samples: [URL] {
    ["about:blank", "https://example.org/a", "b"].compactMap { URL(string: $0) }
  }

  package static func read(from row: any RowReader, at column: Int) throws -> URL {
    guard let url = StoredValue.decodeURL(row.value(column)) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: URL.self, propertyName: "column \(column)",
        reason: "its text is not a URL.")
    }
    return url
  }
}
