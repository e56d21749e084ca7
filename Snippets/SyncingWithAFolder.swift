import DataSync
import Foundation
import SwiftData

/// Tests some of a provider's requirements.
func tryOut(_ provider: any SyncProvider) async throws {
  let start = try await provider.changes(since: nil, limit: 100).cursor
  var record = SyncRecord(name: "trial", kind: "Trial", fields: ["number": .integer(1)])
  guard case .saved(let tag)? = try await provider.write([.save(record)]).first else {
    throw SyncError(.badAnswer, "The record was not written.")
  }
  // A writer that does not know the version gets it, and nothing is written.
  let answer = try await provider.write([.save(record)])
  record.tag = tag
  guard answer == [.conflict(record)] else {
    throw SyncError(.badAnswer, "A version was written over one that the writer did not know.")
  }
  let page = try await provider.changes(since: start, limit: 100)
  guard page.changes == [.saved(record)] else {
    throw SyncError(.badAnswer, "A reader was not told of what was written after the cursor.")
  }
  guard try await provider.write([.delete(name: "trial", tag: tag)]) == [.deleted],
    try await provider.changes(since: page.cursor, limit: 100).changes == [.deleted(name: "trial")]
  else { throw SyncError(.badAnswer, "A reader was not told of a deletion.") }
}

try await tryOut(MemoryProvider(MemoryServer()))
