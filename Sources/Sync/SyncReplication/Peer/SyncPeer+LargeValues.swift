import Foundation
import RecordStore
import SQLCore
import SyncPort

/// A piece of a large value, as servers store it.
package struct SyncPiece: Hashable, Sendable {
  package let digest: String
  package let number: Int

  /// The size of each piece in bytes, except the last.
  package static let size = 256 << 10

  /// The name of the piece on servers.
  package var name: String { "p\(digest)-\(number)" }

  /// Returns the pieces of a large value; none if its digest or size is invalid.
  package static func all(of file: SyncFile) -> [SyncPiece] {
    guard file.isPlausible else { return [] }
    let count = max(1, (Int(file.size) + size - 1) / size)
    return (0..<count).map { SyncPiece(digest: file.digest, number: $0) }
  }
}

extension SyncPeer {
  /// Returns the bytes of a large value to send; nil if the row has changed since.
  package func bytes(of file: SyncFile, _ field: String, of sending: Sending) throws -> Data? {
    try engine.reading { connection in
      guard let entry = try Ledger(connection: connection).entry(named: sending.write.name),
        let place = entry.place,
        let row = try engine.row(place.key, of: names.entity(ofKind: place.root)),
        case .data(let bytes) = row[names.property(ofField: field, row.entity)],
        PeerValues.digest(bytes) == file.digest
      else { return nil }
      return bytes
    }
  }

  /// Returns the pieces of a large value that a server has.
  ///
  /// Once per sync, it reads the last piece that an earlier sync stored, because a server that was
  /// restored from a backup may have lost the pieces.
  ///
  /// - Parameters:
  ///   - file: The value.
  ///   - provider: The server.
  /// - Returns: The numbers of the pieces.
  /// - Throws: `SyncError` of the provider; `SwiftDataError` if the store cannot be read or
  ///   written.
  nonisolated(nonsending) package func storedPieces(
    of file: SyncFile, at provider: any SyncProvider
  ) async throws -> Set<Int> {
    let known = try engine.reading {
      try Ledger(connection: $0).pieceNumbers(of: file, areHere: false)
    }
    guard checkedFiles.insert(file).inserted,
      let last = SyncPiece.all(of: file).last(where: { known.contains($0.number) }),
      try await provider.piece(named: last.name) == nil
    else { return known }
    try step { try $0.ledger.forgetStoredPieces(of: file) }
    return []
  }

  /// Stores in the ledger that the server has a piece.
  package func noteStored(_ piece: SyncPiece) throws {
    try put(piece, nil)
  }

  /// Returns some of the large values that rows lack.
  ///
  /// Values that no row can have now are left out: their property belongs to a later version of the
  /// program, or their record waits for others.
  ///
  /// - Parameters:
  ///   - known: Values to leave out, because they were already looked for.
  ///   - limit: The maximum number of values; the last record may exceed it.
  /// - Returns: The values, in the order in which their records became known.
  /// - Throws: `SwiftDataError` if the store cannot be read.
  package func missingFiles(besides known: Set<SyncFile> = [], _ limit: Int = 16) throws
    -> [SyncFile]
  {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      var files: [SyncFile] = []
      var last: Int64 = 0
      while files.count < limit {
        let entries = try ledger.entries(
          "\(Self.lacksFiles) AND ID > ?", [.integer(last)], limit: PeerStep.portion)
        guard let end = entries.last else { break }
        last = end.id
        for entry in entries where files.count < limit {
          for (_, file) in absentFiles(of: entry)
          where !known.contains(file) && !files.contains(file) {
            files.append(file)
          }
        }
      }
      return files
    }
  }

  /// SQL condition for entries whose rows may lack large values.
  static let lacksFiles = "WANTS = 1 AND STATE = 1 AND ROW IS NOT NULL"

  /// Returns the large values that the row of an entry lacks and can have.
  func absentFiles(of entry: LedgerEntry) -> [(field: PeerShape.Field, file: SyncFile)] {
    guard let shape = shapes[entry.kind], entry.place != nil else { return [] }
    let shown = entry.shown
    return entry.content.files.compactMap { name, file in
      guard let field = shape.field(named: name), shown[name] != .file(file),
        PeerValues.fits(.file(file), field, of: shape.entity)
      else { return nil }
      return (field, file)
    }
  }

  /// Returns the pieces of a large value that are stored locally.
  package func fetchedPieces(of file: SyncFile) throws -> Set<Int> {
    try engine.reading { try Ledger(connection: $0).pieceNumbers(of: file, areHere: true) }
  }

  /// Stores a piece until all pieces have arrived.
  package func accept(_ piece: SyncPiece, _ bytes: Data) throws { try put(piece, bytes) }

  /// Writes a large value, whose pieces have all arrived, to the rows that reference it.
  ///
  /// - Parameters:
  ///   - file: The value.
  ///   - isLastTry: Whether rows stop waiting for the value if its pieces do not match its digest.
  /// - Returns: Whether the pieces match the digest.
  /// - Throws: `SwiftDataError` if the store cannot be written.
  package func finish(_ file: SyncFile, isLastTry: Bool = true) throws -> Bool {
    try collect()
    return try step { step in
      try step.collectAll()
      let isWhole = try step.largeValue(file) != nil
      var names: [String] = []
      for var entry in try step.ledger.entries("WANTS = 1")
      where entry.content.files.contains(where: { $0.file == file }) {
        names.append(entry.name)
        if !isWhole, isLastTry {
          entry.wantsFiles = false
          try step.ledger.write(&entry)
        }
      }
      if isWhole { try step.present(names) }
      try step.writer.connection.run(
        "DELETE FROM \(Ledger.piece) WHERE DIGEST = ? AND BYTES IS NOT NULL", [.text(file.digest)])
      return isWhole
    }
  }

  private func put(_ piece: SyncPiece, _ bytes: Data?) throws {
    try step { step in
      try step.writer.connection.run(
        "INSERT OR REPLACE INTO \(Ledger.piece) (DIGEST, NUMBER, BYTES) VALUES (?, ?, ?)",
        [
          .text(piece.digest), .integer(Int64(piece.number)), bytes.map(SQLValue.blob) ?? .null,
        ])
    }
  }
}

extension PeerStep {
  /// Returns the bytes of a large value from its local pieces; nil if pieces are missing or do not
  /// match the digest.
  func largeValue(_ file: SyncFile) throws -> Data? {
    let rows = try writer.connection.rows(
      "SELECT BYTES FROM \(Ledger.piece) WHERE DIGEST = ? AND BYTES IS NOT NULL ORDER BY NUMBER",
      [.text(file.digest)])
    guard !rows.isEmpty, rows.count == SyncPiece.all(of: file).count else { return nil }
    let bytes = rows.reduce(into: Data()) { $0.append($1[0].blobValue ?? Data()) }
    guard Int64(bytes.count) == file.size, PeerValues.digest(bytes) == file.digest else {
      return nil
    }
    return bytes
  }
}
