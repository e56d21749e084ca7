// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// What the system has comes first, then tables of targets, the package with its products, and helpers.
//
// A row of a table is a target's name and the names of what it depends on; its path follows from its folder. Rows stand
// in layer order: each target depends only on those above it. Rows of what is for tests leave out what their
// dependencies depend on. swift-format leaves the tables alone: it would break most rows into many lines.

let environment = Context.environment
let hasPostgres = isUsed("libpq", variable: "OPENSWIFTDATA_LIBPQ")
let postgresSettings: [SwiftSetting] = hasPostgres ? [.define("POSTGRES")] : []

// What carries requests of sync on Linux, where it is there; otherwise `URLSession` does.
#if os(Linux)
  let hasCurl = isUsed("libcurl", variable: "OPENSWIFTDATA_LIBCURL")
#else
  let hasCurl = environment["OPENSWIFTDATA_LIBCURL"] == "yes"
#endif
let curl: [Target.Dependency] =
  hasCurl ? [.target(name: "CCurl", condition: .when(platforms: [.linux]))] : []
let curlSettings: [SwiftSetting] = hasCurl ? [.define("CURL", .when(platforms: [.linux]))] : []

// What serves pages. Without it, programs say how to get it when they are asked to serve.
let hasServer = isUsed("libmicrohttpd", variable: "OPENSWIFTDATA_LIBMICROHTTPD")
let serverSettings: [SwiftSetting] = hasServer ? [.define("MICROHTTPD")] : []

// The toolchain ships SwiftSyntax as built modules; standing on them makes a first build of the macros take seconds
// instead of minutes. Where they are missing, or if the variable says so, the swift-syntax package is used.
let syntaxModules =
  environment["OPENSWIFTDATA_SWIFT_SYNTAX"] == "package" ? nil : toolchainHostModules()
let syntaxSettings: [SwiftSetting] = syntaxModules.map { [.unsafeFlags(["-I", $0])] } ?? []
let syntaxLinking: [LinkerSetting] = syntaxModules.map { [.unsafeFlags(syntaxFlags($0))] } ?? []

// The library and its tool: each group of modules is a folder of `Sources`, lowest first.
// swift-format-ignore
let library: [[Target]] = [
  targets(in: "Sources/Databases", [
    // Both legs stand on them.
    module("Locks"), module("CThreadState"), module("SwiftDataErrors"),
    // Databases that know no schema.
    module("CRowCells"),
    module("SQLCore", "CRowCells Locks"),
    system("CSQLite", "sqlite3", .apt(["libsqlite3-dev"]), .brew(["sqlite3"]), .yum(["sqlite-devel"])),
    module("SQLiteDriver", "CRowCells CSQLite SQLCore"),
    // What needs libpq is in a product of its own, so that no other client builds it.
    system("CPostgres", "libpq", if: hasPostgres, .apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])),
    module("PostgresDriver", "CPostgres CRowCells Locks SQLCore"),
    // Other libraries of the system.
    system("CZlib", "zlib", .apt(["zlib1g-dev"]), .brew(["zlib"]), .yum(["zlib-devel"])),
    system("CCrypto", "libcrypto", .apt(["libssl-dev"]), .brew(["openssl@3"]), .yum(["openssl-devel"])),
    system("CCurl", "libcurl", if: hasCurl, .apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])),
  ]),
  // What databases contain.
  targets(in: "Sources/Formats", [
    module("DataSchema"),
    module("CoreDataFormat", "DataSchema Locks SQLCore"),
    module("ArchivedModel", "CZlib CoreDataFormat DataSchema"),
    module("PostgresFormat", "CoreDataFormat DataSchema SQLCore"),
  ]),
  // The table leg: rows of stores, which know no model class.
  targets(in: "Sources/Records", [
    module("TextSearch", "Locks SQLCore SQLiteDriver"),
    module("PredicateSQL", "SQLCore TextSearch"),
    module("CodableStorage", "CoreDataFormat DataSchema Locks SQLCore"),
    module("RecordStore", """
      ArchivedModel CRowCells CThreadState CoreDataFormat DataSchema Locks PredicateSQL SQLCore SQLiteDriver
      SwiftDataErrors TextSearch
      """),
    // Stores in a PostgreSQL.
    module("PostgresRecords", """
      CoreDataFormat DataSchema Locks PostgresDriver PostgresFormat PredicateSQL RecordStore SQLCore SwiftDataErrors
      TextSearch
      """),
  ]),
  // The object leg, and the façade.
  targets(in: "Sources/Models", [
    // The macros, at compile time only: as a library that the plugin and its tests share, and the plugin.
    .target(name: "MacroImplementation", dependencies: syntax("SwiftIfConfig", "SwiftSyntaxMacros"),
      swiftSettings: syntaxSettings, linkerSettings: syntaxLinking),
    .macro(name: "OpenSwiftDataMacros", dependencies: ["MacroImplementation"] + syntax("SwiftCompilerPlugin"),
      swiftSettings: syntaxModules == nil ? [.define("SWIFT_SYNTAX_PACKAGE")] : syntaxSettings,
      linkerSettings: syntaxLinking),
    module("OpenSwiftData", """
      CRowCells CThreadState CodableStorage CoreDataFormat DataSchema Locks OpenSwiftDataMacros PredicateSQL
      RecordStore SQLCore SQLiteDriver SwiftDataErrors TextSearch
      """),
    module("SwiftData", "OpenSwiftData"),
    module("AppleShims", "OpenSwiftData"),  // What the sources of apps use besides, where the system lacks it.
    module("PostgresData", """
      CodableStorage DataSchema OpenSwiftData PostgresDriver PostgresFormat PostgresRecords RecordStore SQLCore
      SwiftDataErrors
      """),
  ]),
  // Sync: servers behind one port.
  targets(in: "Sources/Sync", [
    module("SyncPort", "DataSchema"),
    module("SyncEncryption", "CCrypto Locks SyncPort"),
    module("SyncHTTP", "Locks SyncPort", curl, settings: curlSettings),
    module("KintoSync", "Locks SyncHTTP SyncPort"),
    module("CloudKitSync", "DataSchema Locks OpenSwiftData RecordStore SwiftDataErrors SyncHTTP SyncPort"),
    module("FirestoreSync", "CCrypto Locks SyncHTTP SyncPort"),
    module("SyncReplication", "CoreDataFormat DataSchema RecordStore SQLCore SyncPort"),
    module("DataSync",
      "CodableStorage DataSchema Locks OpenSwiftData RecordStore SwiftDataErrors SyncPort SyncReplication"),
  ]),
  // The tool `swiftdata`: stores without models.
  targets(in: "Sources/Tool", [
    // Swift code of models, which no program needs.
    module("ModelGeneration",
      "ArchivedModel CodableStorage CoreDataFormat DataSchema PostgresFormat RecordStore SwiftDataErrors"),
    // What command-line programs share: the tool and those of the examples.
    module("CommandLineTool", "Locks"),
    // HTTP for pages and services of programs.
    system("CMicroHTTPD", "libmicrohttpd", if: hasServer,
      .apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"]), .yum(["libmicrohttpd-devel"])),
    module("WebServer", "CZlib", hasServer ? ["CMicroHTTPD"] : [], settings: serverSettings),
    module("StoreTool", """
      CommandLineTool CoreDataFormat DataSchema Locks ModelGeneration RecordStore SQLCore SQLiteDriver SwiftDataErrors
      """),
    module("PostgresStoreTool",
      """
      CoreDataFormat DataSchema ModelGeneration PostgresDriver PostgresRecords RecordStore SQLCore StoreTool
      SwiftDataErrors
      """),
    // Under another name than its program, which a file system may take for the module `SwiftData`.
    program("StoreToolMain", "CommandLineTool StoreTool", hasPostgres ? ["PostgresStoreTool"] : [],
      settings: postgresSettings),
  ]),
  // Examples that tests use as well: one of the stores to test with, and one of the places to sync with.
  example("JSONFolderStore", [
    module("SafeFolders"),  // Opens files without following links.
    module("JSONFolderStore", "SafeFolders SwiftData"),
  ]),
  example("FolderSync", [module("FolderSync", "DataSync SafeFolders")]),
]

// What tests share.
// swift-format-ignore
let support: [Target] = targets(in: "Tests/Support", [
  module("RandomTesting"),  // Random numbers, how many to try, and programs that tests run.
  module("PostgresTesting", "Locks"),  // A PostgreSQL that tests start.
  // Files that Apple's frameworks made, where somebody has them.
  module("SampleStores", "CSQLite RandomTesting"),
  module("RandomSchemas", "CoreDataFormat RandomTesting SQLiteDriver"),  // What may become of them, and rows.
  module("ModelArchives", "ArchivedModel"),  // Models as Apple's frameworks archive them in stores.
  module("HTTPTesting"),  // A client that sends any bytes.
  module("BrowserTesting"),  // Chromium.
  module("NetworkFaults", "Locks"),  // Cuts connections between a client and a server.
  // Servers to sync with.
  module("SyncTesting", "CloudKitSync FirestoreSync FolderSync KintoSync SyncEncryption"),
  module("CHiddenLocks", "CSQLite"),  // Lets Thread Sanitizer see through SQLite.
  // Kinds of stores to test with, what they were asked, and whether their files hold together.
  module("StoreTesting", "CHiddenLocks OpenSwiftData RandomTesting"),
  module("TestModels", "OpenSwiftData RandomTesting"),  // Models that several targets test with.
  module("LaterFoundation"),  // What a later Foundation may have, too.
  // Programs that tests kill, and what these do until then.
  program("crashwriter", "OpenSwiftData"),  // Saves.
  program("crashmigrator", "StoreTesting"),  // Migrates a store.
  program("crashgraph", "StoreTesting"),  // Saves a graph.
  program("crashlists", "TestModels"),  // Changes lists that others change, too.
  program("crashtext", "StoreTesting"),  // Saves texts.
  program("crashpurses", "PostgresData"),  // Reads, decides and saves in transactions.
  program("crashpostgres", "PostgresData"),  // Migrates a store in a PostgreSQL.
  program("savepostgres", "PostgresData"),  // Saves into one, from many threads, too.
  program("crashsync", "DataSync KintoSync"),  // Edits and syncs.
  module("CMemoryFigures"),  // How much of what was allocated was not given back.
  // Random programs on graphs beside plain values: many at once, for as long as one likes.
  program("torture", "CMemoryFigures StoreTesting"),
  // Counts what the library allocates, by standing in for the allocator. No test target depends on it, so that
  // tests run on the allocator of the C library.
  module("CAllocationCounting"),
  program("allocationcounter", "CAllocationCounting OpenSwiftData"),
])

// Files that tests read: how formats store values, and stores that the examples' versions wrote.
// swift-format-ignore
let files: [Target] = [
  .target(name: "StoreVectors", dependencies: ["DataSchema"], path: "Tests/StoreVectors",
    resources: [.copy("Vectors")]),
  .target(name: "StoreFixtures", path: "Tests/Fixtures", resources: [.copy("Stores")]),
]

// The group `quick`: what `make test` builds and runs, in a few minutes.
// swift-format-ignore
let quickTests: [Target] = [
  // Databases, formats, rows and command lines.
  test("DataSchemaTests", "DataSchema StoreVectors"),
  test("CodableStorageTests", "CodableStorage RandomTesting"),
  test("SQLCoreTests", "SQLiteDriver"),
  test("SQLiteDriverTests", "SQLiteDriver"),
  test("PostgresFormatTests", "PostgresFormat"),
  test("TextSearchTests", "RandomTesting TextSearch"),
  test("PredicateSQLTests", "PredicateSQL"),
  test("CoreDataFormatTests", "CoreDataFormat RandomSchemas SampleStores StoreVectors"),
  test("ArchivedModelTests", "ArchivedModel ModelArchives SampleStores",
    exclude: ["Archives/make_library.py"], resources: [.copy("Archives")]),
  test("RecordStoreTests", "RecordStore SampleStores StoreFixtures"),
  test("CommandLineToolTests", "CommandLineTool"),
  test("WebServerTests", "HTTPTesting RandomTesting WebServer", settings: serverSettings),
  // Macros, which run in the process of the test, and objects.
  .testTarget(name: "MacroTests",
    dependencies: ["MacroImplementation", "SwiftData"] + syntax("SwiftSyntaxMacroExpansion"),
    path: "Tests/MacroImplementationTests", exclude: ["Expansions", "MustCompile", "MustNotCompile"],
    swiftSettings: syntaxSettings, linkerSettings: syntaxLinking),
  // One folder of tests is several targets: they are compiled side by side, and some have models of the same names.
  test("OpenSwiftDataTests", "StoreTesting StoreVectors TestModels crashwriter", sources: [
    "Concurrency", "Container", "Instances", "Platform", "Schema", "Support", "ErrorTextTests.swift",
    "NamedErrorTests.swift", "SwiftDataErrorTests.swift",
  ]),
  test("ContextTests", in: "OpenSwiftDataTests", "StoreTesting StoreVectors TestModels crashwriter", sources: [
    "Context", "History", "Model", "Observation", "SetOperations", "Snapshots", "Store/Custom",
    "Store/OpeningStoresTests.swift", "Store/SeveralStoresTests.swift", "Store/Snapshots",
  ]),
  test("AppleShimsTests", "AppleShims LaterFoundation SwiftData"),
  // Programs of modules that are on the main actor unless they say otherwise.
  test("MainActorTests", "SwiftData", settings: [.defaultIsolation(MainActor.self)]),
  test("SyncEncryptionTests", "SyncEncryption"),
]

// The group `more`: what `make test-more` adds in a debug build, with the tests of the examples. Tests of the tool, of
// migrations, and on servers.
// swift-format-ignore
let moreTests: [Target] = [
  // The tests of generated models compile programs against the façade.
  test("ModelGenerationTests", "ModelArchives ModelGeneration SampleStores SwiftData",
    exclude: ["Support/read_values.py"]),
  test("StoreToolTests", "ModelArchives SampleStores StoreFixtures StoreToolMain",
    exclude: ["Support/compare_values.py", "Support/complete.zsh", "Support/complete_setup.zsh"]),
  test("MigrationTests", in: "OpenSwiftDataTests/Migration",
    "ModelArchives RandomSchemas SampleStores StoreTool crashmigrator"),
  test("ModelSearchTests", in: "OpenSwiftDataTests/TextSearch", "crashtext"),
  test("CostTests", "StoreTesting"),
  // What Apple's documentation and Apple's framework say of the interface's meaning, note by note.
  test("SemanticsTests", "JSONFolderStore"),
  test("SourceCompatibilityTests", "SwiftData", exclude: ["Probes"]),
  test("PredicateTests", in: "OpenSwiftDataTests/Predicates", "PostgresData PostgresTesting RandomTesting"),
  test("PostgresDriverTests", "PostgresDriver PostgresTesting RandomTesting"),
  test("PostgresRecordsTests", "PostgresRecords PostgresTesting RandomSchemas"),
  test("PostgresStoreToolTests",
    "PostgresData PostgresStoreTool PostgresTesting RandomSchemas SampleStores StoreToolMain SwiftData",
    exclude: ["Support/django_project.py", "Support/sqlalchemy_rows.py"]),
  test(
    "PostgresDataTests", "NetworkFaults PostgresTesting RandomTesting StoreTesting crashpostgres savepostgres",
    exclude: ["Support/django_shop.py"]),
  test("SyncHTTPTests", "CZlib NetworkFaults SyncHTTP", settings: curlSettings),
  test("CloudKitSyncTests", "CloudKitSync SyncTesting"),
  test("FirestoreSyncTests", "FirestoreSync RandomTesting SyncTesting"),
  test("DataSyncTests", "NetworkFaults RandomTesting SyncTesting crashsync"),
  test("SyncProviderTests", "RandomTesting SyncTesting"),
]

// The group `long`: stores, graphs and syncs, many of them random. `.ci/run` runs these tests in an optimized build.
// swift-format-ignore
let longTests: [Target] = [
  test("StoreTests", in: "OpenSwiftDataTests/Store", "StoreTesting StoreVectors TestModels crashwriter",
    exclude: ["Custom", "OpeningStoresTests.swift", "SeveralStoresTests.swift", "Snapshots"]),
  test("GraphTests", in: "OpenSwiftDataTests/Relationships", "StoreTesting TestModels"),
  test("GraphModelTests", "crashgraph crashlists torture"),
  // What every kind of store has to do.
  test("StoreConformanceTests",
    "JSONFolderStore PostgresData PostgresTesting TestModels crashpurses torture"),
  test("SyncReplicationTests", "RandomTesting SyncReplication"),
]

// The group `web`: pages in a browser, which `make test-web` installs.
// swift-format-ignore
let webTests: [Target] = example("Support", [
  test("PageTests", """
      BrowserTesting ExampleTestSupport HTTPTesting RandomTesting StoreToolMain SyncTesting WebServer appcadia readitlater
      spots trips
      """),
])

// Apps on the library, each in a folder of `Examples`.
// swift-format-ignore
let examples: [[Target]] = [
  // `ExampleSync` is what the programs that sync share.
  example("Support", [
    module("ExampleSupport", "CommandLineTool SwiftData", hasPostgres ? ["PostgresData"] : [],
      settings: postgresSettings),
    // What the pages of the apps share.
    module("ExamplePages", "CommandLineTool ExampleSupport SwiftData WebServer", resources: [
      .embedInCode("Assets/page.js"), .embedInCode("Assets/style.css"), .embedInCode("Assets/worker.js"),
    ]),
    module("ExampleSync", """
      CloudKitSync DataSync ExamplePages ExampleSupport FirestoreSync KintoSync SwiftData SyncHTTP WebServer
      """),
    module("ExampleTestSupport", "ExampleSupport PostgresData PostgresTesting RandomTesting StoreFixtures SwiftData"),
    test("ExampleSupportTests", "ExamplePages ExampleTestSupport"),
    test("ExampleSyncTests", "ExampleSync ExampleTestSupport SyncTesting"),
  ]),
  example("ReadItLater", [
    module("ReadItLaterCore", "SwiftData"),
    program("readitlater",
      "CommandLineTool DataSync ExamplePages ExampleSupport ExampleSync ReadItLaterCore SwiftData SyncHTTP WebServer"),
    test("ReadItLaterTests", "ExampleTestSupport SyncTesting readitlater", settings: serverSettings),
  ]),
  example("ReadItLaterService", [
    module("ReadItLaterService", "ExampleSupport ReadItLaterCore SwiftData WebServer"),
    program("readitlaterd", "ExampleSupport ReadItLaterService WebServer"),
  ] + (hasServer ? [test("ReadItLaterServiceTests", "ExampleTestSupport HTTPTesting readitlaterd")] : [])),
  example("Appcadia", [
    module("AppcadiaCore", "SwiftData"),
    program("appcadia", "AppcadiaCore ExamplePages ExampleSupport SwiftData WebServer"),
    test("AppcadiaTests", "ExampleTestSupport appcadia"),
  ]),
  example("MinecraftSpots", [
    module("MinecraftSpotsCore", "DataSync SwiftData"),
    program("spots", "DataSync ExamplePages ExampleSupport ExampleSync MinecraftSpotsCore SwiftData WebServer"),
    test("MinecraftSpotsTests", "ExampleTestSupport SyncTesting spots"),
  ]),
  example("SampleTrips", [
    module("SampleTripsCore", "SwiftData"),
    program("trips", "ExamplePages ExampleSupport SampleTripsCore SwiftData WebServer"),
    test("SampleTripsTests", "ExampleTestSupport trips"),
  ]),
  example("SpotsFromCoreData", [
    program("movedspots", "SwiftData"),
    test("MovedSpotsTests", "ExampleTestSupport ModelGeneration movedspots"),
  ]),
]

let package = Package(
  name: "OpenSwiftData",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // The library's and its tool: `swift run` finds executable targets without products.
  products: [
    .library(name: "OpenSwiftData", targets: ["OpenSwiftData"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "DataSync", targets: ["CloudKitSync", "DataSync", "KintoSync", "SyncHTTP"]),
    // Apart from those, since they need OpenSSL; since it needs libpq; and since no store needs it.
    .library(name: "FirestoreSync", targets: ["FirestoreSync"]),
    .library(name: "SyncEncryption", targets: ["SyncEncryption"]),
    .library(name: "PostgresData", targets: ["PostgresData"]),
    .library(name: "AppleShims", targets: ["AppleShims"]),
    .library(name: "CommandLineTool", targets: ["CommandLineTool"]),  // For command-line programs.
    .library(name: "WebServer", targets: ["WebServer"]),  // For pages and services.
    .executable(name: "swiftdata", targets: ["StoreToolMain"]),
  ],
  dependencies: syntaxModules != nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"605.0.0")],
  targets: library.flatMap(\.self) + support + files + quickTests + moreTests + longTests,
  swiftLanguageModes: [.v6]
)

// Some builds want the library and its tests alone: sanitizers double the work of the compiler.
if environment["OPENSWIFTDATA_EXAMPLES"] != "none" {
  package.targets += examples.flatMap(\.self) + webTests
}

// For work on a part: the test targets to build, or the groups `quick`, `more` and `long`, separated by commas.
if let names = environment["OPENSWIFTDATA_TESTS"]?.split(separator: ",").map(String.init) {
  let groups = [
    "quick": quickTests, "more": moreTests + examples.flatMap(\.self), "long": longTests,
    "web": webTests,
  ]
  let wanted = names + names.flatMap { groups[$0, default: []].map(\.name) }
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// The fuzzers are in this package since they read what modules keep to themselves. `Scripts/fuzz` sets the variable:
// to the path of libFuzzer's library, or to `mutations` where the toolchain has none.
if let engine = environment["OPENSWIFTDATA_FUZZ"] {
  addFuzzers(to: package, libFuzzer: engine == "mutations" ? nil : engine)
}

// What is for tests depends on all that its rows' dependencies depend on. Macros are left out: they run in the compiler.
var implied: [String: Set<String>] = [:]
for target in package.targets {
  var names: Set<String> = []
  for case .byNameItem(let name, _) in target.dependencies where name != "OpenSwiftDataMacros" {
    names.formUnion(implied[name, default: []].union([name]))
  }
  implied[target.name] = names
  let isForTests = target.type == .test || target.path?.hasPrefix("Tests/Support/") == true
  guard isForTests || target.name == "fuzz" else { continue }
  target.dependencies.removeAll { if case .byNameItem = $0 { true } else { false } }
  target.dependencies += names.sorted().map { .byName(name: $0) }
}

let modulesInC = ["CThreadState", "CHiddenLocks", "CAllocationCounting", "CMemoryFigures"]
let features = [
  "MemberImportVisibility", "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
  "ExistentialAny",
]
// The first is an app's code as it stands, with `[VersionedSchema.Type]`; the data sources of the second are
// `@MainActor` classes whose protocols are isolated to no actor.
let unwantedFeatures = [
  "ReadItLaterCore": "ExistentialAny", "MinecraftSpotsCore": "NonisolatedNonsendingByDefault",
]
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  if modulesInC.contains(target.name) { continue }
  let wanted = features.filter { $0 != unwantedFeatures[target.name] }
  target.swiftSettings = (target.swiftSettings ?? []) + wanted.map { .enableUpcomingFeature($0) }
}

/// Targets of a folder, each in a folder of its own name.
func targets(in folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.name)" }
  return targets
}

/// Targets of an example, whose tests are in a folder beside its sources.
func example(_ name: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    target.path = "Examples/\(name)/\(target.type == .test ? "Tests" : "Sources")/\(target.name)"
  }
  return targets
}

/// The targets that a row names, separated by spaces.
func named(_ uses: String) -> [Target.Dependency] {
  uses.split(whereSeparator: \.isWhitespace).map { .byName(name: String($0)) }
}

/// A library of the system.
///
/// pkg-config is not asked for one that is not used: SwiftPM would tell every client with each build to install it.
func system(
  _ name: String, _ library: String, if isUsed: Bool = true, _ packages: SystemPackageProvider...
) -> Target {
  .systemLibrary(
    name: name, pkgConfig: isUsed ? library : nil, providers: isUsed ? packages : nil)
}

func module(
  _ name: String, _ uses: String = "", _ others: [Target.Dependency] = [],
  resources: [Resource] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: named(uses) + others, resources: resources, swiftSettings: settings)
}

func program(
  _ name: String, _ uses: String, _ others: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(name: name, dependencies: named(uses) + others, swiftSettings: settings)
}

/// Tests, which are in the folder of `Tests` that has their name if no other is given; of that folder, only `sources`
/// if there are any.
func test(
  _ name: String, in folder: String? = nil, _ uses: String, exclude: [String] = [],
  sources: [String]? = nil, resources: [Resource] = [], settings: [SwiftSetting] = []
) -> Target {
  let path = "Tests/\(folder ?? name)"
  let others = sources.map { entries(of: path, without: $0) } ?? []
  return .testTarget(
    name: name, dependencies: named(uses), path: path, exclude: exclude + others, sources: sources,
    resources: resources, swiftSettings: settings)
}

/// The files and folders of a folder without some; SwiftPM warns of those that a target leaves out silently.
func entries(of folder: String, without some: [String], below parent: String = "") -> [String] {
  let path = "\(Context.packageDirectory)/\(folder)/\(parent)"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.sorted().map { parent + $0 }.filter { !some.contains($0) }.flatMap { name in
    some.contains { $0.hasPrefix("\(name)/") }
      ? entries(of: folder, without: some, below: "\(name)/") : [name]
  }
}

/// Adds the program that fuzzes, and has all modules count what inputs reach in optimized builds.
func addFuzzers(to package: Package, libFuzzer: String?) {
  let fuzz = program(
    "fuzz",
    "CloudKitSync FirestoreSync KintoSync SampleStores StoreTool SyncEncryption SyncReplication",
    (hasPostgres ? ["PostgresDriver"] : []) + ["ReadItLaterService"],
    settings: postgresSettings)
  fuzz.path = "Fuzzing/Sources"
  var flags = ["-enable-testing"]
  if let libFuzzer {
    flags.append("-sanitize=fuzzer,address")
    fuzz.dependencies.append("CLibFuzzer")
    fuzz.swiftSettings?.append(.define("LIBFUZZER"))
    let linking = ["-sanitize=address", "-use-ld=lld", libFuzzer, "-lstdc++"]
    fuzz.linkerSettings = [.unsafeFlags(linking)]
    package.targets.append(.systemLibrary(name: "CLibFuzzer", path: "Fuzzing/LibFuzzer"))
  }
  package.targets.append(fuzz)
  // Macros run in the compiler.
  for target in package.targets
  where [.regular, .executable].contains(target.type) && target.name != "MacroImplementation" {
    let release = BuildSettingCondition.when(configuration: .release)
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, release)]
    guard libFuzzer != nil else { continue }
    target.cSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"], release)]
  }
}

/// The libraries of the swift-syntax package that a target depends on, where the toolchain has none.
func syntax(_ names: String...) -> [Target.Dependency] {
  syntaxModules != nil ? [] : names.map { .product(name: $0, package: "swift-syntax") }
}

/// What links the toolchain's modules of SwiftSyntax, which need unsafe flags.
func syntaxFlags(_ host: String) -> [String] {
  let libraries = [
    "BasicFormat", "CompilerPluginMessageHandling", "Diagnostics", "IfConfig", "Operators",
    "Parser", "Syntax", "SyntaxBuilder", "SyntaxMacroExpansion", "SyntaxMacros",
  ]
  return ["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + libraries.map { "-lSwift\($0)" }
}

/// The folder `usr/lib/swift/host` of the toolchain whose `swiftc` is first on `PATH`, if it has SwiftSyntax.
func toolchainHostModules() -> String? {
  let files = FileManager.default
  let compilers = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
  // A compiler further on is of another version, and so are its modules.
  guard let compiler = compilers.first(where: files.isExecutableFile(atPath:)) else { return nil }
  let host = URL(fileURLWithPath: compiler).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("lib/swift/host").path
  let module = "\(host)/SwiftCompilerPluginMessageHandling.swiftmodule"
  return files.fileExists(atPath: module) ? host : nil
}

/// Whether a library of the system is used: as the variable says, `yes` or `none`, or else if it is installed.
///
/// SwiftPM keeps what a manifest said for as long as neither it nor the environment changes.
func isUsed(_ library: String, variable: String) -> Bool {
  switch environment[variable] {
  case "yes": true
  case "none": false
  default: isInstalled(library)
  }
}

/// Whether pkg-config's files name a library.
func isInstalled(_ name: String) -> Bool {
  let files = FileManager.default
  let named = ["PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"].compactMap { environment[$0] }
    .flatMap { $0.split(separator: ":").map(String.init) }
  let architectures = (try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? []
  let roots =
    ["/usr/lib", "/usr/share", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib"]
    + architectures.filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)" }
    + ["/opt/homebrew/opt", "/usr/local/opt"].map { "\($0)/\(name)/lib" }
  let folders = named + roots.map { "\($0)/pkgconfig" }
  return folders.contains { files.fileExists(atPath: "\($0)/\(name).pc") }
}
