import BenchmarkCommon
import CSQLiteBaseline
import Foundation
import OpenSwiftData

/// m1: opens the store with models that have one more optional attribute.
struct AddedColumnWorkload: Workload {
  let key = "m1"

  func title(_ workspace: Workspace) -> String {
    "migrate \(workspace.rowCount): an optional attribute added"
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      var outcome = try measure {
        _ = try ModelContainer(
          for: AnnotatedSchema.Bookmark.self, configurations: ModelConfiguration(url: store))
        return 0
      }
      outcome.result = try RawDatabase(store).sum("COUNT(*) + COUNT(ZNOTE)")
      return outcome
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      var outcome = try measure {
        try RawDatabase(store).execute(
          "BEGIN IMMEDIATE; ALTER TABLE ZBOOKMARK ADD COLUMN ZNOTE VARCHAR; COMMIT")
        return 0
      }
      outcome.result = try RawDatabase(store).sum("COUNT(*) + COUNT(ZNOTE)")
      return outcome
    }
  }
}

/// m2: opens the store with models that require copying every row.
struct RebuiltTableWorkload: Workload {
  let key = "m2"

  func title(_ workspace: Workspace) -> String {
    "migrate \(workspace.rowCount): every row copied, indexes made anew"
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount }

  private static let checksum = "COUNT(*) + SUM(ZRATING) + SUM(ZVISITS) + SUM(LENGTH(ZURL))"

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      var outcome = try measure {
        _ = try ModelContainer(
          for: RatedSchema.Bookmark.self, configurations: ModelConfiguration(url: store))
        return 0
      }
      outcome.result = try RawDatabase(store).sum(Self.checksum)
      return outcome
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      var outcome = try measure {
        try RawDatabase(store).execute(
          """
          BEGIN IMMEDIATE;
          ALTER TABLE ZBOOKMARK RENAME TO OLD;
          CREATE TABLE ZBOOKMARK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
          ZRATING INTEGER, ZVISITS INTEGER, ZCREATEDAT TIMESTAMP, ZSTATUSCHANGEDAT TIMESTAMP, \
          ZSTATUSRAWVALUE VARCHAR, ZTITLE VARCHAR, ZURL VARCHAR, ZID BLOB );
          INSERT INTO ZBOOKMARK SELECT Z_PK, Z_ENT, Z_OPT, 3, ZVISITS, ZCREATEDAT, \
          ZSTATUSCHANGEDAT, ZSTATUSRAWVALUE, ZTITLE, ZURL, ZID FROM OLD;
          DROP TABLE OLD;
          CREATE UNIQUE INDEX ONE ON ZBOOKMARK (ZID COLLATE BINARY ASC);
          CREATE INDEX TWO ON ZBOOKMARK (ZSTATUSRAWVALUE COLLATE BINARY ASC, \
          ZCREATEDAT COLLATE BINARY ASC);
          COMMIT
          """)
        return 0
      }
      outcome.result = try RawDatabase(store).sum(Self.checksum)
      return outcome
    }
  }
}

extension RawDatabase {
  /// A sum over all bookmarks.
  fileprivate func sum(_ expression: String) throws -> UInt64 {
    let statement = try prepare("SELECT \(expression) FROM ZBOOKMARK")
    defer { statement.finalize() }
    return try statement.step() ? UInt64(statement.integer(0)) : 0
  }
}
