import CoreDataFormat
import DataSchema
import Foundation
import SampleStores
import Testing

@testable import ArchivedModel

/// The models in files that Apple's frameworks wrote.
@Suite(
  "Archived models of Apple's stores", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct SampleModelTests {
  private static let stores = [
    "freeze-ray/App-1_0_0.sqlite", "freeze-ray/App-2_0_0.sqlite", "moody/Moody.moody",
    "moody/Moody 2.moody", "moody/Moody 3.moody", "moody/Moody 4.moody", "moody/Moody 5.moody",
    "photos-14/Photos.sqlite", "plaso/NoteStore.sqlite", "plaso/knowledgec-10.14.db",
    "plaso/netusage.sqlite", "spezi-scheduler/iOS26MigrationInput.sqlite",
  ]

  private func archived(_ name: String) throws -> (ArchivedModel, StoreMetadata) {
    try SampleStores.open(name) { database in
      let content = try #require(try database.blob("SELECT Z_CONTENT FROM Z_MODELCACHE"))
      let metadata = try StoreMetadata(
        storeUUID: "", propertyList: try SampleStores.metadata(of: database))
      return (try ArchivedModel(modelCache: content), metadata)
    }
  }

  /// Every relevant detail of a model is part of its hashes.
  @Test(arguments: stores)
  func modelHashesMatchThoseOfTheFiles(_ name: String) throws {
    let (archived, metadata) = try archived(name)
    let hashes = archived.model.versionHashes
    #expect(hashes.count == metadata.versionHashes.count)
    for (entity, hash) in metadata.versionHashes {
      #expect(hashes[entity] == hash, "\(name): \(entity)")
    }
    #expect(Set(archived.model.versionIdentifiers) == Set(metadata.versionIdentifiers))
  }

  /// Archives for Apple's frameworks match those that SwiftData writes, object by object.
  @Test(arguments: stores.filter { $0.contains("freeze-ray") || $0.contains("spezi") })
  func modelsAreArchivedAsTheyWere(_ name: String) throws {
    let content = try SampleStores.open(name) { database in
      try #require(try database.blob("SELECT Z_CONTENT FROM Z_MODELCACHE"))
    }
    let model = try ArchivedModel(modelCache: content).model
    let theirs = try #require(RawDeflate.inflated(content, limit: ArchivedModel.limit))
    let expected = try ArchiveTree.lines(of: theirs)
    let own = try ArchiveTree.lines(of: #require(ArchivedModel.archive(of: model)))
    #expect(expected.count > 20)
    #expect(own.subtracting(expected).sorted().prefix(20) == [])
    #expect(expected.subtracting(own).sorted().prefix(20) == [])
  }

  /// The tables follow from the model, so that the reader of a model finds every column.
  @Test(arguments: stores)
  func modelTablesMatchThoseOfTheFiles(_ name: String) throws {
    let (archived, _) = try archived(name)
    let layout = try CoreDataLayout(model: archived.model)
    try SampleStores.open(name) { database in
      for table in layout.tables {
        let columns = Set(
          try database.strings("SELECT name FROM pragma_table_info('\(table.name)')"))
        let wanted = Set(table.columns.map(\.name))
        #expect(wanted.isSubset(of: columns), "\(table.name): \(wanted.subtracting(columns))")
      }
    }
  }

  /// Indexes in Core Data's models have names and sort orders.
  ///
  /// Partial indexes and indexes of primary keys or entity numbers are excluded.
  @Test(arguments: [
    ("plaso/knowledgec-10.14.db", 9), ("photos-14/Photos.sqlite", 300),
    ("spezi-scheduler/iOS26MigrationInput.sqlite", 5),
  ])
  func modelIndexesMatchThoseOfTheFiles(_ name: String, count: Int) throws {
    let (archived, _) = try archived(name)
    let statements = try SchemaStatements(layout: CoreDataLayout(model: archived.model))
    // Indexes of foreign keys and of join table keys have other sort orders, or none.
    let declared = statements.entityIndexes.filter {
      $0.hasPrefix("CREATE INDEX Z_") && $0.contains(" COLLATE BINARY ")
    }
    #expect(declared.count >= count)
    try SampleStores.open(name) { database in
      let actual = try database.strings(
        """
        SELECT sql FROM sqlite_master WHERE sql GLOB 'CREATE INDEX Z_* COLLATE BINARY *' \
        AND NOT sql GLOB '* WHERE *' AND NOT sql GLOB '*Z_ENT COLLATE*' \
        AND NOT sql GLOB '*Z_PK COLLATE*' AND tbl_name <> 'ATRANSACTION'
        """)
      #expect(Set(declared).subtracting(actual) == [])
      #expect(Set(actual).subtracting(declared) == [])
    }
  }
}
