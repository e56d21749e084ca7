// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "OpenSwiftData", path: "..")],
  targets: [
    // The baseline links SQLite by itself: it must not go through the library's driver.
    .systemLibrary(
      name: "CSQLiteBaseline",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"]), .yum(["sqlite-devel"])]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CSQLiteBaseline", .product(name: "OpenSwiftData", package: "OpenSwiftData"),
      ],
      path: "Sources/Benchmarks",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    .executableTarget(
      name: "syncbenchmarks",
      dependencies: [
        .product(name: "DataSync", package: "OpenSwiftData"),
        .product(name: "OpenSwiftData", package: "OpenSwiftData"),
      ],
      path: "Sources/SyncBenchmarks",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
