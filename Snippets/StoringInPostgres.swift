import Foundation
import PostgresData
import SwiftData

@Model
final class Station {
  @Attribute(.unique) var code: String
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Platform.station) var platforms: [Platform] = []

  init(code: String, name: String) { (self.code, self.name) = (code, name) }
}

@Model
final class Platform {
  var number: Int
  var station: Station?

  init(number: Int) { self.number = number }
}

/// Opens the stations in a database; the first call creates the tables.
func openStations() throws -> ModelContainer {
  let configuration = PostgresConfiguration(
    "postgres://app@localhost/railway", databaseSchema: "stations")
  return try ModelContainer(
    for: Schema([Station.self, Platform.self]), configurations: [configuration])
}

/// Adds a station, or renames the one with that code.
func add(code: String, name: String, to container: ModelContainer) throws {
  let context = ModelContext(container)
  context.insert(Station(code: code, name: name))
  try context.save()
}

/// Opens the same models in a file if there is no address, as in tests.
func openStations(at address: String?, orIn file: URL) throws -> ModelContainer {
  let schema = Schema([Station.self, Platform.self])
  if let address {
    return try ModelContainer(for: schema, configurations: [PostgresConfiguration(address)])
  }
  return try ModelContainer(
    for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
}

/// Reports the number of connections, and how often saves were repeated because of conflicts.
func report(_ container: ModelContainer) -> String {
  container.postgresMetrics.map { name, metrics in
    "\(name): \(metrics.connectionsInUse) in use, \(metrics.idleConnections) idle, "
      + "\(metrics.serializationFailures + metrics.deadlocks) saves again"
  }.joined(separator: "\n")
}

/// Reads the stations from the tables of a timetable program.
func openTimetable() throws -> ModelContainer {
  var mapping = PostgresMapping(schema: "timetable")
  mapping[Station.self] = .table("stops", key: "stop_no", columns: ["code": "short_name"])
  mapping[Platform.self] = .table("tracks")
  var configuration = PostgresConfiguration(
    "postgres://reader@localhost/railway", allowsSave: false)
  configuration.mapping = mapping
  return try ModelContainer(
    for: Schema([Station.self, Platform.self]), configurations: [configuration])
}

/// Reads the stations from replicas, and continues with the server that takes over.
func openReplicatedStations() throws -> ModelContainer {
  var configuration = PostgresConfiguration("postgres://app@north,south/railway")
  configuration.replicas = PostgresReplicas(
    ["postgres://app@north/railway", "postgres://app@south/railway"], maximumLag: .seconds(5))
  configuration.takeoverWait = .seconds(60)
  return try ModelContainer(
    for: Schema([Station.self, Platform.self]), configurations: [configuration])
}

/// Reports the number of reads by replicas.
func reportReplicas(_ container: ModelContainer) -> String {
  container.postgresMetrics.map { name, metrics in
    "\(name): \(metrics.replicaReads) by replicas, \(metrics.replicaWaits) of them after waiting, "
      + "\(metrics.replicaFallbacks) by the server instead; \(metrics.replicaFailures) failures"
  }.joined(separator: "\n")
}

@Model
final class RegionalStation {
  var region: String
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \RegionalPlatform.station)
  var platforms: [RegionalPlatform] = []

  init(region: String, name: String) { (self.region, self.name) = (region, name) }
}

@Model
final class RegionalPlatform {
  var region: String
  var number: Int
  var station: RegionalStation?

  init(region: String, number: Int) { (self.region, self.number) = (region, number) }
}

/// Opens stations on two servers: a station's region decides where its row and its platforms' rows
/// are stored.
func openShardedStations() throws -> ModelContainer {
  var sharding = PostgresSharding(
    partitionCount: 16,
    servers: [
      "postgres://app:secret@north/railway", "postgres://app:secret@south/railway",
    ])
  sharding[RegionalStation.self] = "region"
  sharding[RegionalPlatform.self] = "region"
  var configuration = PostgresConfiguration("postgres://app@center/railway")
  configuration.sharding = sharding
  return try ModelContainer(
    for: Schema([RegionalStation.self, RegionalPlatform.self]), configurations: [configuration])
}

let name = ProcessInfo.processInfo.environment["STATIONS"]
let file = URL(fileURLWithPath: "stations.store")
let container = try openStations(at: name, orIn: file)
try add(code: "AMS", name: "Amsterdam Centraal", to: container)
