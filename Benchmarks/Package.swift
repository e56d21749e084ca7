// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "OpenSwiftData", path: "..")],
  targets: [
    // Models, values and queries, which are the same with each database; how a run is measured.
    .target(
      name: "BenchmarkCommon",
      dependencies: [.product(name: "OpenSwiftData", package: "OpenSwiftData")],
      swiftSettings: settings),
    // The baseline links SQLite by itself: it must not go through the library's driver.
    .systemLibrary(
      name: "CSQLiteBaseline",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"]), .yum(["sqlite-devel"])]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "BenchmarkCommon", "CSQLiteBaseline",
        .product(name: "OpenSwiftData", package: "OpenSwiftData"),
      ],
      path: "Sources/Benchmarks", swiftSettings: settings),
    .executableTarget(
      name: "syncbenchmarks",
      dependencies: [
        .product(name: "DataSync", package: "OpenSwiftData"),
        .product(name: "OpenSwiftData", package: "OpenSwiftData"),
      ],
      path: "Sources/SyncBenchmarks", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// What the other programs do without.
if Context.environment["OPENSWIFTDATA_LIBPQ"] != "none" {
  package.targets += [
    .systemLibrary(
      name: "CPostgresLibrary",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])]),
    // The same work as a C programmer would write it, with libpq and nothing else.
    .target(name: "CPostgresBaseline", dependencies: ["CPostgresLibrary"]),
    .executableTarget(
      name: "postgresbenchmarks",
      dependencies: [
        "BenchmarkCommon", "CPostgresBaseline",
        .product(name: "OpenSwiftData", package: "OpenSwiftData"),
        .product(name: "PostgresData", package: "OpenSwiftData"),
      ],
      path: "Sources/PostgresBenchmarks", swiftSettings: settings),
  ]
}
