// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// Targets stand in layer order: each depends only on those above it.

/// The folder of `Sources` that contains each module, lowest first.
let modules = [
  "Databases": [
    "CCrypto", "CCurl", "CPostgres", "CRowCells", "CSQLite", "CThreadState", "CZlib", "Locks",
    "PostgresDriver", "SQLCore", "SQLiteDriver", "SwiftDataErrors",
  ],
  "Formats": ["ArchivedModel", "CoreDataFormat", "DataSchema", "PostgresFormat"],
  "Records": ["CodableStorage", "PostgresRecords", "PredicateSQL", "RecordStore", "TextSearch"],
  "Models": [
    "AppleShims", "MacroImplementation", "OpenSwiftData", "OpenSwiftDataMacros", "PostgresData",
    "SwiftData",
  ],
  "Sync": [
    "CloudKitSync", "DataSync", "FirestoreSync", "KintoSync", "SyncEncryption", "SyncHTTP",
    "SyncPort", "SyncReplication",
  ],
  "Tool": ["ModelGeneration", "PostgresStoreTool", "StoreTool", "StoreToolMain", "TerminalText"],
]

let package = Package(
  name: "OpenSwiftData",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // The library's and its tool: `swift run` finds executable targets without products.
  products: [
    .library(name: "OpenSwiftData", targets: ["OpenSwiftData"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "DataSync", targets: ["CloudKitSync", "DataSync", "KintoSync"]),
    // Apart, since they need OpenSSL.
    .library(name: "FirestoreSync", targets: ["FirestoreSync"]),
    .library(name: "SyncEncryption", targets: ["SyncEncryption"]),
    // Apart, since it needs libpq.
    .library(name: "PostgresData", targets: ["PostgresData"]),
    // Apart, since no store needs what is in it.
    .library(name: "AppleShims", targets: ["AppleShims"]),
    .executable(name: "swiftdata", targets: ["StoreToolMain"]),
  ],
  dependencies: SwiftSyntaxSource.current.packageDependencies,
  targets: [
    // Compile time only.
    SwiftSyntaxSource.current.implementationTarget(name: "MacroImplementation"),
    SwiftSyntaxSource.current.macroTarget(
      name: "OpenSwiftDataMacros", dependencies: ["MacroImplementation"]),

    // Both legs stand on them.
    .target(name: "Locks"),
    .target(name: "CThreadState"),

    // Table leg: knows no model class.
    .target(name: "SwiftDataErrors"),
    .target(name: "DataSchema"),
    .target(name: "CRowCells"),
    .target(name: "SQLCore", dependencies: ["CRowCells", "Locks"]),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"]), .yum(["sqlite-devel"])]),
    .target(name: "SQLiteDriver", dependencies: ["CRowCells", "CSQLite", "SQLCore"]),
    // Another database, which needs libpq: in a product of its own, so that no other client builds it.
    SystemLibrary.postgresTarget(name: "CPostgres"),
    .target(name: "PostgresDriver", dependencies: ["CPostgres", "CRowCells", "Locks", "SQLCore"]),
    .target(name: "TextSearch", dependencies: ["Locks", "SQLCore", "SQLiteDriver"]),
    .target(name: "PredicateSQL", dependencies: ["SQLCore", "TextSearch"]),
    .target(name: "CoreDataFormat", dependencies: ["DataSchema", "Locks", "SQLCore"]),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"]), .yum(["zlib-devel"])]),
    .target(name: "ArchivedModel", dependencies: ["CZlib", "CoreDataFormat", "DataSchema"]),
    .target(name: "PostgresFormat", dependencies: ["CoreDataFormat", "DataSchema", "SQLCore"]),
    .target(
      name: "CodableStorage", dependencies: ["CoreDataFormat", "DataSchema", "Locks", "SQLCore"]),

    .target(
      name: "RecordStore",
      dependencies: [
        "ArchivedModel", "CRowCells", "CThreadState", "CoreDataFormat", "DataSchema", "Locks",
        "PredicateSQL", "SQLCore", "SQLiteDriver", "SwiftDataErrors", "TextSearch",
      ]),

    // Stores in a PostgreSQL.
    .target(
      name: "PostgresRecords",
      dependencies: [
        "CoreDataFormat", "DataSchema", "Locks", "PostgresDriver", "PostgresFormat", "RecordStore",
        "SQLCore", "SwiftDataErrors",
      ]),

    // Swift code of models: a tool's, which no program needs.
    .target(
      name: "ModelGeneration",
      dependencies: [
        "ArchivedModel", "CodableStorage", "CoreDataFormat", "DataSchema", "RecordStore",
        "SwiftDataErrors",
      ]),

    // Object leg and façade.
    .target(
      name: "OpenSwiftData",
      dependencies: [
        "CRowCells", "CThreadState", "CodableStorage", "CoreDataFormat", "DataSchema", "Locks",
        "OpenSwiftDataMacros", "PredicateSQL", "RecordStore", "SQLCore", "SQLiteDriver",
        "SwiftDataErrors", "TextSearch",
      ]),
    .target(name: "SwiftData", dependencies: ["OpenSwiftData"]),
    // What the sources of apps use besides, where the system lacks it.
    .target(name: "AppleShims", dependencies: ["OpenSwiftData"]),
    .target(
      name: "PostgresData",
      dependencies: [
        "CodableStorage", "DataSchema", "OpenSwiftData", "PostgresDriver", "PostgresFormat",
        "PostgresRecords", "RecordStore", "SQLCore", "SwiftDataErrors",
      ]),

    // Sync: servers behind one port.
    .systemLibrary(
      name: "CCrypto",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"]), .yum(["openssl-devel"])]),
    .target(name: "SyncPort", dependencies: ["DataSchema"]),
    .target(name: "SyncEncryption", dependencies: ["CCrypto", "Locks", "SyncPort"]),
    SystemLibrary.curlTarget(name: "CCurl"),
    .target(
      name: "SyncHTTP", dependencies: ["Locks", "SyncPort"] + SystemLibrary.curl("CCurl"),
      swiftSettings: SystemLibrary.curlSettings),
    .target(name: "KintoSync", dependencies: ["Locks", "SyncHTTP", "SyncPort"]),
    .target(
      name: "CloudKitSync",
      dependencies: [
        "DataSchema", "Locks", "OpenSwiftData", "RecordStore", "SwiftDataErrors", "SyncHTTP",
        "SyncPort",
      ]),
    .target(name: "FirestoreSync", dependencies: ["CCrypto", "Locks", "SyncHTTP", "SyncPort"]),
    .target(
      name: "SyncReplication",
      dependencies: ["CoreDataFormat", "DataSchema", "RecordStore", "SQLCore", "SyncPort"]),

    .target(
      name: "DataSync",
      dependencies: [
        "CodableStorage", "DataSchema", "Locks", "OpenSwiftData", "RecordStore", "SwiftDataErrors",
        "SyncPort",
        "SyncReplication",
      ]),

    // The tool `swiftdata`: stores without models.
    .target(name: "TerminalText"),
    .target(
      name: "StoreTool",
      dependencies: [
        "CoreDataFormat", "DataSchema", "Locks", "ModelGeneration", "RecordStore", "SQLCore",
        "SQLiteDriver", "SwiftDataErrors", "TerminalText",
      ]),
    .target(
      name: "PostgresStoreTool",
      dependencies: [
        "CoreDataFormat", "DataSchema", "PostgresDriver", "PostgresRecords", "RecordStore",
        "SQLCore", "StoreTool",
        "SwiftDataErrors",
      ]),
    // Under another name than its program, which a file system may take for the module `SwiftData`.
    .executableTarget(
      name: "StoreToolMain",
      dependencies: ["StoreTool"] + SystemLibrary.postgres("PostgresStoreTool"),
      swiftSettings: SystemLibrary.postgresSettings),

    // Examples.
    .target(
      name: "JSONFolderStore",
      dependencies: ["RecordStore", "SwiftData"],
      path: "Examples/JSONFolderStore/Sources/JSONFolderStore"),
    .target(
      name: "FolderSync",
      dependencies: ["DataSync", "RecordStore", "SwiftDataErrors"],
      path: "Examples/FolderSync/Sources/FolderSync"),
    .target(
      name: "ExampleSupport",
      dependencies: ["SwiftData", "TerminalText"] + SystemLibrary.postgres("PostgresData"),
      path: "Examples/Support/Sources/ExampleSupport",
      swiftSettings: SystemLibrary.postgresSettings),
    // What the programs that sync share.
    .target(
      name: "ExampleSync",
      dependencies: [
        "CloudKitSync", "DataSync", "ExampleSupport", "FirestoreSync", "KintoSync", "SwiftData",
        "SyncHTTP",
      ],
      path: "Examples/Support/Sources/ExampleSync"),
    .target(
      name: "ReadItLaterCore",
      dependencies: ["SwiftData"],
      path: "Examples/ReadItLater/Sources/ReadItLaterCore"),
    .executableTarget(
      name: "readitlater",
      dependencies: ["DataSync", "ExampleSupport", "ExampleSync", "ReadItLaterCore", "SwiftData"],
      path: "Examples/ReadItLater/Sources/readitlater"),
    .target(
      name: "AppcadiaCore",
      dependencies: ["SwiftData"],
      path: "Examples/Appcadia/Sources/AppcadiaCore"),
    .executableTarget(
      name: "appcadia",
      dependencies: ["AppcadiaCore", "ExampleSupport", "SwiftData"],
      path: "Examples/Appcadia/Sources/appcadia"),
    .target(
      name: "MinecraftSpotsCore",
      dependencies: ["DataSync", "SwiftData"],
      path: "Examples/MinecraftSpots/Sources/MinecraftSpotsCore"),
    .executableTarget(
      name: "spots",
      dependencies: [
        "DataSync", "ExampleSupport", "ExampleSync", "MinecraftSpotsCore", "SwiftData",
      ],
      path: "Examples/MinecraftSpots/Sources/spots"),
    .target(
      name: "SampleTripsCore",
      dependencies: ["SwiftData"],
      path: "Examples/SampleTrips/Sources/SampleTripsCore"),
    .executableTarget(
      name: "trips",
      dependencies: ["ExampleSupport", "SampleTripsCore", "SwiftData"],
      path: "Examples/SampleTrips/Sources/trips"),
    // What stands for an app of Core Data's: its model, from which a store is made.
    .target(
      name: "CoreDataSpots",
      dependencies: ["CoreDataFormat", "DataSchema", "ModelGeneration", "RecordStore", "SQLCore"],
      path: "Examples/SpotsFromCoreData/Sources/CoreDataSpots",
      resources: [.copy("Spots.xcdatamodeld")]),
    .executableTarget(
      name: "movedspots", dependencies: ["CoreDataSpots", "SwiftData"],
      path: "Examples/SpotsFromCoreData/Sources/movedspots"),

    // Tests.
    .target(
      name: "StoreVectors",
      dependencies: ["DataSchema"],
      path: "Tests/StoreVectors",
      resources: [.copy("Vectors")]),
    // Stores that the examples' versions wrote.
    .target(name: "StoreFixtures", path: "Tests/Fixtures", resources: [.copy("Stores")]),
    .testTarget(name: "DataSchemaTests", dependencies: ["DataSchema", "StoreVectors"]),
    // Random numbers from seeds, and how many of them to try.
    .target(name: "RandomTesting", path: "Tests/Support/RandomTesting"),
    .testTarget(
      name: "CodableStorageTests",
      dependencies: ["CodableStorage", "DataSchema", "RandomTesting", "SQLCore"]),
    .testTarget(
      name: "SQLCoreTests", dependencies: ["CRowCells", "CSQLite", "SQLCore", "SQLiteDriver"]),
    .testTarget(
      name: "SQLiteDriverTests", dependencies: ["CRowCells", "CSQLite", "SQLCore", "SQLiteDriver"]),
    // A PostgreSQL that tests start.
    .target(
      name: "PostgresTesting", dependencies: ["Locks"], path: "Tests/Support/PostgresTesting"),
    .testTarget(
      name: "PostgresDriverTests",
      dependencies: [
        "CPostgres", "CRowCells", "Locks", "PostgresDriver", "PostgresTesting", "RandomTesting",
        "SQLCore",
      ]),
    .testTarget(
      name: "PostgresFormatTests", dependencies: ["CoreDataFormat", "DataSchema", "PostgresFormat"]),
    .testTarget(
      name: "TextSearchTests",
      dependencies: ["RandomTesting", "SQLCore", "SQLiteDriver", "TextSearch"]),
    .testTarget(
      name: "PredicateSQLTests", dependencies: ["PredicateSQL", "SQLCore", "SQLiteDriver"]),
    // Files that Apple's frameworks made, where somebody has them.
    .target(
      name: "SampleStores", dependencies: ["CSQLite", "RandomTesting"],
      path: "Tests/Support/SampleStores"),
    // Random schemas, what may become of them, and random rows.
    .target(
      name: "RandomSchemas",
      dependencies: ["CoreDataFormat", "DataSchema", "RandomTesting", "SQLCore", "SQLiteDriver"],
      path: "Tests/Support/RandomSchemas"),
    .testTarget(
      name: "CoreDataFormatTests",
      dependencies: [
        "CSQLite", "CoreDataFormat", "DataSchema", "RandomSchemas", "RandomTesting", "SQLCore",
        "SQLiteDriver", "SampleStores", "StoreVectors",
      ]),
    // Models as Apple's frameworks archive them in stores.
    .target(
      name: "ModelArchives", dependencies: ["ArchivedModel", "DataSchema"],
      path: "Tests/Support/ModelArchives"),
    .testTarget(
      name: "ArchivedModelTests",
      dependencies: [
        "ArchivedModel", "CoreDataFormat", "DataSchema", "ModelArchives", "RandomTesting",
        "SampleStores",
      ],
      exclude: ["Archives/make_library.py"], resources: [.copy("Archives")]),
    // Rows without model classes: nothing here may depend on the object leg.
    .testTarget(
      name: "RecordStoreTests",
      dependencies: [
        "CRowCells", "CoreDataFormat", "DataSchema", "Locks", "PredicateSQL", "RandomTesting",
        "RecordStore", "SQLCore", "SQLiteDriver", "SampleStores", "StoreFixtures",
        "SwiftDataErrors",
      ]),
    .testTarget(
      name: "PostgresRecordsTests",
      dependencies: [
        "CoreDataFormat", "DataSchema", "Locks", "PostgresDriver", "PostgresFormat",
        "PostgresRecords", "PostgresTesting", "RandomSchemas", "RandomTesting", "RecordStore",
        "SQLCore", "SQLiteDriver", "SwiftDataErrors",
      ]),
    // Programs are compiled and run against the façade, which is built for that.
    .testTarget(
      name: "ModelGenerationTests",
      dependencies: [
        "ArchivedModel", "CoreDataFormat", "DataSchema", "ModelArchives", "ModelGeneration",
        "RandomTesting", "RecordStore", "SampleStores", "SwiftData",
      ],
      exclude: ["Support/read_values.py"]),
    // Stores in a PostgreSQL, and copies from and to them.
    .testTarget(
      name: "PostgresStoreToolTests",
      dependencies: [
        "CoreDataFormat", "DataSchema", "Locks", "PostgresDriver", "PostgresRecords",
        "PostgresStoreTool", "PostgresTesting", "RandomSchemas", "RandomTesting", "RecordStore",
        "SQLCore", "SQLiteDriver", "SampleStores", "StoreTool", "StoreToolMain", "SwiftDataErrors",
      ]),
    .testTarget(
      name: "StoreToolTests",
      dependencies: [
        "ArchivedModel", "CoreDataFormat", "DataSchema", "Locks", "ModelArchives",
        "ModelGeneration", "RandomTesting", "RecordStore", "SQLCore", "SQLiteDriver",
        "SampleStores", "StoreFixtures", "StoreTool", "StoreToolMain", "SwiftDataErrors",
        "TerminalText",
      ],
      exclude: [
        "Support/compare_values.py", "Support/complete.zsh", "Support/complete_setup.zsh",
      ]),
    SwiftSyntaxSource.current.macroTestTarget(
      name: "MacroTests",
      dependencies: ["MacroImplementation", "SwiftData"],
      path: "Tests/MacroImplementationTests",
      exclude: ["Expansions", "MustCompile", "MustNotCompile"]),
    // Servers to sync with.
    // Cuts connections between a client and a server.
    .target(
      name: "NetworkFaults", dependencies: ["Locks"], path: "Tests/Support/NetworkFaults"),
    .target(
      name: "SyncTesting",
      dependencies: [
        "CloudKitSync", "DataSchema", "FirestoreSync", "FolderSync", "KintoSync", "Locks",
        "SyncEncryption", "SyncHTTP", "SyncPort",
      ],
      path: "Tests/Support/SyncTesting"),
    // Saves until it is killed.
    .executableTarget(
      name: "crashwriter", dependencies: ["OpenSwiftData"], path: "Tests/Support/crashwriter"),
    // Lets Thread Sanitizer see through SQLite.
    .target(
      name: "CHiddenLocks", dependencies: ["CSQLite"], path: "Tests/Support/CHiddenLocks"),
    // Kinds of stores to test with, what they were asked, and whether their files hold together.
    .target(
      name: "StoreTesting",
      dependencies: [
        "CHiddenLocks", "CoreDataFormat", "DataSchema", "Locks", "OpenSwiftData", "RandomTesting",
        "SQLCore", "SQLiteDriver",
      ],
      path: "Tests/Support/StoreTesting"),
    // Models that several targets test with.
    .target(
      name: "TestModels", dependencies: ["OpenSwiftData", "RandomTesting"],
      path: "Tests/Support/TestModels"),
    // Their models' names are those of other tests: the other targets below the same folder.
    .testTarget(
      name: "OpenSwiftDataTests",
      dependencies: [
        "CSQLite", "CThreadState", "CoreDataFormat", "DataSchema", "Locks", "OpenSwiftData",
        "PredicateSQL", "RandomTesting", "RecordStore", "SQLCore", "SQLiteDriver", "StoreTesting",
        "StoreVectors", "TestModels", "crashwriter",
      ],
      exclude: ["Migration", "Predicates", "Relationships", "TextSearch"]),
    // Migrates a store, and may be killed meanwhile.
    .executableTarget(
      name: "crashmigrator", dependencies: ["OpenSwiftData", "StoreTesting"],
      path: "Tests/Support/crashmigrator"),
    .testTarget(
      name: "MigrationTests",
      dependencies: [
        "ArchivedModel", "CoreDataFormat", "DataSchema", "Locks", "ModelArchives", "OpenSwiftData",
        "RandomSchemas", "RandomTesting", "RecordStore", "SQLCore", "SQLiteDriver", "SampleStores",
        "StoreTesting", "StoreTool", "crashmigrator",
      ],
      path: "Tests/OpenSwiftDataTests/Migration"),
    .testTarget(
      name: "GraphTests",
      dependencies: [
        "OpenSwiftData", "RecordStore", "SQLCore", "SQLiteDriver", "StoreTesting", "TestModels",
      ],
      path: "Tests/OpenSwiftDataTests/Relationships"),
    // Saves a graph until it is killed.
    .executableTarget(
      name: "crashgraph", dependencies: ["OpenSwiftData", "StoreTesting"],
      path: "Tests/Support/crashgraph"),
    // Changes lists that others change as well, until it is killed.
    .executableTarget(
      name: "crashlists", dependencies: ["OpenSwiftData", "RandomTesting", "TestModels"],
      path: "Tests/Support/crashlists"),
    // How much of what was allocated was not given back.
    .target(name: "CMemoryFigures", path: "Tests/Support/CMemoryFigures"),
    // Saves texts until it is killed.
    .executableTarget(
      name: "crashtext", dependencies: ["OpenSwiftData", "StoreTesting"],
      path: "Tests/Support/crashtext"),
    // Random programs on graphs beside plain values: many at once, for as long as one likes.
    .executableTarget(
      name: "torture", dependencies: ["CMemoryFigures", "Locks", "OpenSwiftData", "StoreTesting"],
      path: "Tests/Support/torture"),
    .testTarget(
      name: "GraphModelTests",
      dependencies: [
        "OpenSwiftData", "StoreTesting", "TestModels", "crashgraph", "crashlists", "torture",
      ]),
    // Migrates a store in a PostgreSQL, and may be killed meanwhile.
    .executableTarget(
      name: "crashpostgres", dependencies: ["OpenSwiftData", "PostgresData"],
      path: "Tests/Support/crashpostgres"),
    // Saves into a store in a PostgreSQL, from many threads or until it is killed.
    .executableTarget(
      name: "savepostgres", dependencies: ["Locks", "OpenSwiftData", "PostgresData"],
      path: "Tests/Support/savepostgres"),
    .testTarget(
      name: "PostgresDataTests",
      dependencies: [
        "Locks", "NetworkFaults", "OpenSwiftData", "PostgresData", "PostgresDriver",
        "PostgresTesting", "RandomTesting", "SQLCore", "StoreTesting", "crashpostgres",
        "savepostgres",
      ]),
    // What every store has to do, shown of several.
    .testTarget(
      name: "StoreConformanceTests",
      dependencies: [
        "CoreDataFormat", "DataSchema", "JSONFolderStore", "Locks", "OpenSwiftData", "PostgresData",
        "PostgresDriver", "PostgresFormat", "PostgresTesting", "RandomTesting", "SQLCore",
        "StoreTesting", "TestModels", "torture",
      ]),
    // Counts what the library allocates, by standing in for the allocator. No test target depends on
    // it, so that tests run on the allocator of the C library.
    .target(name: "CAllocationCounting", path: "Tests/Support/CAllocationCounting"),
    .executableTarget(
      name: "allocationcounter",
      dependencies: ["CAllocationCounting", "OpenSwiftData", "SQLCore", "SQLiteDriver"],
      path: "Tests/Support/allocationcounter"),
    .testTarget(
      name: "CostTests",
      dependencies: ["OpenSwiftData", "SQLCore", "SQLiteDriver", "StoreTesting"]),
    .testTarget(
      name: "PredicateTests",
      dependencies: [
        "CoreDataFormat", "DataSchema", "OpenSwiftData", "PostgresData", "PostgresTesting",
        "PredicateSQL", "RandomTesting", "RecordStore", "SQLCore", "SQLiteDriver",
      ],
      path: "Tests/OpenSwiftDataTests/Predicates"),
    .testTarget(
      name: "ModelSearchTests",
      dependencies: [
        "CoreDataFormat", "OpenSwiftData", "RandomTesting", "RecordStore", "SQLCore",
        "SQLiteDriver", "StoreTesting", "crashtext",
      ],
      path: "Tests/OpenSwiftDataTests/TextSearch"),
    .testTarget(
      name: "SourceCompatibilityTests", dependencies: ["SwiftData"], exclude: ["Probes"]),
    // What a later Foundation may have, too.
    .target(name: "LaterFoundation", path: "Tests/Support/LaterFoundation"),
    .testTarget(
      name: "AppleShimsTests", dependencies: ["AppleShims", "LaterFoundation", "SwiftData"]),
    // What Apple's documentation and Apple's framework say of the interface's meaning, note by note.
    .testTarget(name: "SemanticsTests", dependencies: ["JSONFolderStore", "SwiftData"]),
    // Programs of modules that are on the main actor unless they say otherwise.
    .testTarget(
      name: "MainActorTests", dependencies: ["SwiftData"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SyncReplicationTests",
      dependencies: [
        "CSQLite", "CoreDataFormat", "DataSchema", "Locks", "RandomTesting", "RecordStore",
        "SQLCore", "SQLiteDriver", "SyncPort", "SyncReplication",
      ]),
    // Edits and syncs until it is killed.
    .executableTarget(
      name: "crashsync", dependencies: ["DataSync", "KintoSync", "OpenSwiftData"],
      path: "Tests/Support/crashsync"),
    .testTarget(
      name: "DataSyncTests",
      dependencies: [
        "CloudKitSync", "DataSchema", "DataSync", "KintoSync", "Locks", "NetworkFaults",
        "OpenSwiftData", "RandomTesting", "SQLCore", "SQLiteDriver", "SyncEncryption", "SyncHTTP",
        "SyncPort", "SyncTesting",
        "crashsync",
      ]),
    .testTarget(
      name: "SyncHTTPTests",
      dependencies: ["CZlib", "Locks", "NetworkFaults", "SyncHTTP", "SyncPort"],
      swiftSettings: SystemLibrary.curlSettings),
    .testTarget(
      name: "SyncProviderTests",
      dependencies: [
        "CloudKitSync", "FirestoreSync", "FolderSync", "KintoSync", "Locks", "RandomTesting",
        "SyncHTTP", "SyncPort", "SyncTesting",
      ]),
    .testTarget(
      name: "SyncEncryptionTests",
      dependencies: ["Locks", "SyncEncryption", "SyncPort"]),
    .testTarget(
      name: "CloudKitSyncTests",
      dependencies: [
        "CloudKitSync", "DataSchema", "Locks", "OpenSwiftData", "SyncHTTP", "SyncPort",
        "SyncTesting",
      ]),
    .testTarget(
      name: "FirestoreSyncTests",
      dependencies: [
        "CCrypto", "FirestoreSync", "Locks", "RandomTesting", "SyncHTTP", "SyncPort",
        "SyncTesting",
      ]),
    .target(
      name: "ExampleTestSupport",
      dependencies: [
        "ExampleSupport", "PostgresData", "PostgresTesting", "RandomTesting", "StoreFixtures",
        "SwiftData",
      ],
      path: "Examples/Support/Sources/ExampleTestSupport"),
    .testTarget(
      name: "ExampleSupportTests",
      dependencies: ["ExampleSupport", "ExampleTestSupport", "SwiftData"],
      path: "Examples/Support/Tests/ExampleSupportTests"),
    .testTarget(
      name: "ExampleSyncTests",
      dependencies: [
        "CloudKitSync", "DataSync", "ExampleSupport", "ExampleSync", "ExampleTestSupport", "Locks",
        "SwiftData", "SyncHTTP", "SyncTesting",
      ],
      path: "Examples/Support/Tests/ExampleSyncTests"),
    .testTarget(
      name: "ReadItLaterTests",
      dependencies: [
        "ExampleSupport", "ExampleSync", "ExampleTestSupport", "ReadItLaterCore", "SQLCore",
        "SQLiteDriver",
        "StoreFixtures", "SwiftData", "SyncTesting", "readitlater",
      ],
      path: "Examples/ReadItLater/Tests/ReadItLaterTests"),
    .testTarget(
      name: "AppcadiaTests",
      dependencies: [
        "AppcadiaCore", "ExampleSupport", "ExampleTestSupport", "StoreFixtures", "SwiftData",
        "appcadia",
      ],
      path: "Examples/Appcadia/Tests/AppcadiaTests"),
    .testTarget(
      name: "MinecraftSpotsTests",
      dependencies: [
        "CloudKitSync", "CoreDataFormat", "DataSchema", "DataSync", "ExampleSupport", "ExampleSync",
        "ExampleTestSupport", "MinecraftSpotsCore", "SQLCore", "SQLiteDriver", "StoreFixtures",
        "SwiftData", "SyncTesting", "spots",
      ],
      path: "Examples/MinecraftSpots/Tests/MinecraftSpotsTests"),
    .testTarget(
      name: "SampleTripsTests",
      dependencies: [
        "ExampleSupport", "ExampleTestSupport", "SampleTripsCore", "StoreFixtures", "SwiftData",
        "trips",
      ],
      path: "Examples/SampleTrips/Tests/SampleTripsTests"),
    .testTarget(
      name: "MovedSpotsTests",
      dependencies: [
        "CoreDataFormat", "CoreDataSpots", "DataSchema", "ExampleTestSupport", "ModelGeneration",
        "RecordStore", "SwiftData", "movedspots",
      ],
      path: "Examples/SpotsFromCoreData/Tests/MovedSpotsTests"),
  ],
  swiftLanguageModes: [.v6]
)

for (folder, names) in modules {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(folder)/\(target.name)"
  }
}

// The service is built where libmicrohttpd is; nothing else needs it.
if SystemLibrary.isInstalled("libmicrohttpd") {
  let folder = "Examples/ReadItLaterService"
  package.targets += [
    .systemLibrary(
      name: "CMicroHTTPD", path: "\(folder)/Sources/CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    .target(
      name: "ReadItLaterService",
      dependencies: ["CMicroHTTPD", "ExampleSupport", "ReadItLaterCore", "SwiftData"],
      path: "\(folder)/Sources/ReadItLaterService"),
    .executableTarget(
      name: "readitlaterd", dependencies: ["ExampleSupport", "ReadItLaterService"],
      path: "\(folder)/Sources/readitlaterd"),
    .testTarget(
      name: "ReadItLaterServiceTests",
      dependencies: [
        "ExampleSupport", "ExampleTestSupport", "RandomTesting", "ReadItLaterCore",
        "ReadItLaterService", "SwiftData", "readitlaterd",
      ],
      path: "\(folder)/Tests/ReadItLaterServiceTests"),
  ]
  // The tests of the app say so where the service was left out.
  for target in package.targets where target.name == "ReadItLaterTests" {
    target.swiftSettings = [.define("MICROHTTPD")]
  }
}

// For builds that want the library and its tests alone: sanitizers double the work of the compiler.
if Context.environment["OPENSWIFTDATA_EXAMPLES"] == "none" {
  package.targets.removeAll {
    // One of the stores that tests test with, and one of the places that they sync with.
    ($0.path?.hasPrefix("Examples/") ?? false)
      && !["FolderSync", "JSONFolderStore"].contains($0.name)
  }
}

// For work on a part: the test targets to build, separated by commas.
if let names = Context.environment["OPENSWIFTDATA_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// The fuzzers, in a program of this package since they read what modules keep to themselves. `Scripts/fuzz` sets the
// variable: to the path of libFuzzer's library, or to `mutations` where the toolchain has none.
if let engine = Context.environment["OPENSWIFTDATA_FUZZ"] { Fuzzing.add(to: package, engine) }

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  let isInC = ["CThreadState", "CHiddenLocks", "CAllocationCounting", "CMemoryFigures"]
    .contains(target.name)
  if isInC { continue }
  var features = [
    "MemberImportVisibility", "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
  ]
  // The example is an app's code as it stands, with `[VersionedSchema.Type]`.
  if target.name != "ReadItLaterCore" { features.append("ExistentialAny") }
  // Its data sources are `@MainActor` classes whose protocols are isolated to no actor.
  if target.name == "MinecraftSpotsCore" {
    features.removeAll { $0 == "NonisolatedNonsendingByDefault" }
  }
  target.swiftSettings = (target.swiftSettings ?? []) + features.map { .enableUpcomingFeature($0) }
}

/// The program that fuzzes the readers of what others have written.
enum Fuzzing {
  /// Adds it, and has all modules count what inputs reach in optimized builds.
  static func add(to package: Package, _ engine: String) {
    let hasLibFuzzer = engine != "mutations"
    var settings = SystemLibrary.postgresSettings
    var dependencies: [Target.Dependency] = [
      "ArchivedModel", "CRowCells", "CloudKitSync", "CodableStorage", "CoreDataFormat",
      "DataSchema", "FirestoreSync", "KintoSync", "Locks", "ModelGeneration", "OpenSwiftData",
      "RandomTesting", "RecordStore", "SQLCore", "SampleStores", "StoreTool", "SwiftDataErrors",
      "SyncEncryption", "SyncHTTP", "SyncPort", "SyncReplication",
    ]
    dependencies += SystemLibrary.postgres("CPostgres") + SystemLibrary.postgres("PostgresDriver")
    if package.targets.contains(where: { $0.name == "ReadItLaterService" }) {
      dependencies += ["ReadItLaterCore", "ReadItLaterService", "SwiftData"]
      settings.append(.define("MICROHTTPD"))
    }
    var linking: [LinkerSetting] = []
    if hasLibFuzzer {
      dependencies.append("CLibFuzzer")
      settings.append(.define("LIBFUZZER"))
      package.targets.append(.systemLibrary(name: "CLibFuzzer", path: "Fuzzing/LibFuzzer"))
      let flags = ["-sanitize=address", "-use-ld=lld", engine, "-lstdc++"]
      linking = [.unsafeFlags(flags)]
    }
    package.targets.append(
      .executableTarget(
        name: "fuzz", dependencies: dependencies, path: "Fuzzing/Sources", swiftSettings: settings,
        linkerSettings: linking))
    // Macros run in the compiler.
    for target in package.targets
    where [.regular, .executable].contains(target.type) && target.name != "MacroImplementation" {
      var flags = ["-enable-testing"]
      if hasLibFuzzer { flags.append("-sanitize=fuzzer,address") }
      let release = BuildSettingCondition.when(configuration: .release)
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, release)]
      guard hasLibFuzzer else { continue }
      target.cSettings =
        (target.cSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"], release)]
    }
  }
}

/// Libraries of the system that programs use where they are there.
///
/// Whether they are pkg-config's files tell, or `OPENSWIFTDATA_LIBPQ`, which is `yes` or `none`: SwiftPM keeps what
/// a manifest said for as long as neither it nor the environment changes.
enum SystemLibrary {
  private static let hasPostgres: Bool =
    switch Context.environment["OPENSWIFTDATA_LIBPQ"] {
    case "yes": true
    case "none": false
    default: isInstalled("libpq")
    }

  /// The library itself.
  ///
  /// Where it is missing pkg-config is not asked for it: SwiftPM would tell every client with each build to
  /// install it.
  static func postgresTarget(name: String) -> Target {
    guard hasPostgres else { return .systemLibrary(name: name) }
    return .systemLibrary(
      name: name, pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])])
  }

  /// What a program that takes addresses of a PostgreSQL depends on; nothing where there is no libpq.
  static func postgres(_ name: String) -> [Target.Dependency] {
    hasPostgres ? [.byName(name: name)] : []
  }

  static var postgresSettings: [SwiftSetting] { hasPostgres ? [.define("POSTGRES")] : [] }

  /// What carries requests of sync; `OPENSWIFTDATA_LIBCURL` is for it what `OPENSWIFTDATA_LIBPQ` is for libpq.
  private static let hasCurl: Bool =
    switch Context.environment["OPENSWIFTDATA_LIBCURL"] {
    case "yes": true
    case "none": false
    default: isForLinux && isInstalled("libcurl")
    }

  private static var isForLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// The library itself, as `postgresTarget(name:)`.
  static func curlTarget(name: String) -> Target {
    guard hasCurl else { return .systemLibrary(name: name) }
    return .systemLibrary(
      name: name, pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])])
  }

  /// What carries requests of sync; nothing where `URLSession` does.
  static func curl(_ name: String) -> [Target.Dependency] {
    hasCurl ? [.target(name: name, condition: .when(platforms: [.linux]))] : []
  }

  static var curlSettings: [SwiftSetting] {
    hasCurl ? [.define("CURL", .when(platforms: [.linux]))] : []
  }

  /// Whether pkg-config's files name a library.
  static func isInstalled(_ name: String) -> Bool {
    let files = FileManager.default
    let named = ["PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"].flatMap {
      (Context.environment[$0] ?? "").split(separator: ":").map(String.init)
    }
    let standard = ["/usr/lib", "/usr/share", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib"]
    let architectures = ((try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? [])
      .filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)" }
    let kegs = ["/opt/homebrew/opt", "/usr/local/opt"].map { "\($0)/\(name)/lib" }
    let folders = named + (standard + architectures + kegs).map { "\($0)/pkgconfig" }
    return folders.contains { files.fileExists(atPath: "\($0)/\(name).pc") }
  }
}

/// Where the macro plugin gets SwiftSyntax from.
///
/// The toolchain ships SwiftSyntax as built modules; standing on them makes a first build take
/// seconds instead of minutes. Where they are missing, or with
/// `OPENSWIFTDATA_SWIFT_SYNTAX=package` in the environment, the swift-syntax package is used.
enum SwiftSyntaxSource {
  case toolchain(host: String)
  case package

  static let current: SwiftSyntaxSource = {
    if Context.environment["OPENSWIFTDATA_SWIFT_SYNTAX"] == "package" { return .package }
    guard let host = toolchainHostModules() else { return .package }
    return .toolchain(host: host)
  }()

  var packageDependencies: [Package.Dependency] {
    switch self {
    case .toolchain: []
    case .package:
      [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"605.0.0")]
    }
  }

  /// The macros themselves, as a library that the plugin and its tests share.
  func implementationTarget(name: String) -> Target {
    switch self {
    case .toolchain(let host):
      .target(
        name: name,
        swiftSettings: [.unsafeFlags(["-I", host])],
        linkerSettings: [.unsafeFlags(Self.linkerFlags(host: host))])
    case .package:
      .target(
        name: name,
        dependencies: [
          .product(name: "SwiftIfConfig", package: "swift-syntax"),
          .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        ])
    }
  }

  func macroTarget(name: String, dependencies: [Target.Dependency]) -> Target {
    switch self {
    case .toolchain(let host):
      .macro(
        name: name, dependencies: dependencies,
        swiftSettings: [.unsafeFlags(["-I", host])],
        linkerSettings: [.unsafeFlags(Self.linkerFlags(host: host))])
    case .package:
      .macro(
        name: name,
        dependencies: dependencies + [
          .product(name: "SwiftCompilerPlugin", package: "swift-syntax")
        ],
        swiftSettings: [.define("SWIFT_SYNTAX_PACKAGE")])
    }
  }

  /// A test target that runs macros in its own process.
  func macroTestTarget(
    name: String, dependencies: [Target.Dependency], path: String, exclude: [String]
  ) -> Target {
    switch self {
    case .toolchain(let host):
      .testTarget(
        name: name, dependencies: dependencies, path: path, exclude: exclude,
        swiftSettings: [.unsafeFlags(["-I", host])],
        linkerSettings: [.unsafeFlags(Self.linkerFlags(host: host))])
    case .package:
      .testTarget(
        name: name,
        dependencies: dependencies + [
          .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax")
        ],
        path: path, exclude: exclude)
    }
  }

  private static func linkerFlags(host: String) -> [String] {
    let libraries = [
      "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics",
      "SwiftIfConfig", "SwiftOperators", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
      "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
    ]
    return ["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + libraries.map { "-l\($0)" }
  }

  /// The folder `usr/lib/swift/host` of the toolchain whose `swiftc` is first on `PATH`.
  private static func toolchainHostModules() -> String? {
    let files = FileManager.default
    let folders = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for folder in folders {
      let compiler = URL(fileURLWithPath: folder).appendingPathComponent("swiftc")
      guard files.isExecutableFile(atPath: compiler.path) else { continue }
      let host = compiler.resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("lib/swift/host")
      let module = host.appendingPathComponent("SwiftCompilerPluginMessageHandling.swiftmodule")
      // A compiler further on is of another version, and so are its modules.
      return files.fileExists(atPath: module.path) ? host.path : nil
    }
    return nil
  }
}
