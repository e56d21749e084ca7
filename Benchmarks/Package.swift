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
    // Models, values and queries for all databases, and the measurement of a run.
    .target(
      name: "BenchmarkCommon",
      dependencies: [.product(name: "OpenSwiftData", package: "OpenSwiftData")],
      swiftSettings: settings),
    // The baseline links SQLite itself: it must not use the library's driver.
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

// These targets need libpq, which the other programs do not.
if Context.environment["OPENSWIFTDATA_LIBPQ"] != "none" {
  package.targets += [
    .systemLibrary(
      name: "CPostgresLibrary",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])]),
    // The same work as a C programmer would write it, with libpq only.
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
