import Foundation
import SwiftData

@Model
final class Visit {
  var page: String
  var seconds: Double

  init(page: String, seconds: Double) {
    self.page = page
    self.seconds = seconds
  }
}

let container = try ModelContainer(
  for: Visit.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

// Logs, metrics and spans of all statements.
func observe(
  _ container: ModelContainer, _ logger: Logger, _ tracer: Tracer
) -> StatementObservation {
  container.observeStatements { event in
    logger.debug("\(event.sql)", metadata: ["rows": "\(event.rows)"])
    Timer(label: "db.client.operation.duration").record(duration: event.duration)
    let end = event.start.addingTimeInterval(event.duration / .seconds(1))
    let span = tracer.startSpan("query", at: Timestamp(event.start))
    span.attributes["db.query.text"] = event.sql
    if let failure = event.failure {
      span.attributes["db.response.status_code"] = failure.code
      Counter(label: "db.client.errors", dimensions: [("code", failure.code)]).increment()
      logger.warning("\(failure.code) in \(event.sql)", metadata: [:])
    }
    span.end(at: Timestamp(end))
  }
}

let observation = observe(container, Logger(label: "store"), Tracer())

// Statements that take long, with the database's plan.
func logSlowStatements(of container: ModelContainer, _ logger: Logger) -> StatementObservation {
  container.observeStatements { event in
    guard event.duration > .milliseconds(200) else { return }
    logger.warning("slow: \(event.sql)", metadata: ["duration": "\(event.duration)"])
  }
}

let slow = logSlowStatements(of: container, Logger(label: "slow"))
try await container.withContext { context in
  context.insert(Visit(page: "/", seconds: 3))
  try context.save()
}

let long = FetchDescriptor<Visit>(
  predicate: #Predicate { $0.seconds > 2 }, sortBy: [SortDescriptor(\.page)])
try await container.withContext { context in
  let explanation = try context.explain(long, measures: true)
  print(explanation.plan.joined(separator: "\n"))
}

observation.cancel()
slow.cancel()

// Stand-ins for swift-log, swift-metrics and swift-distributed-tracing, with the calls used above.

struct Logger: Sendable {
  let label: String

  func debug(_ message: String, metadata: [String: String]) {}
  func warning(_ message: String, metadata: [String: String]) { print(label, message) }
}

struct Timer {
  let label: String

  func record(duration: Duration) {}
}

struct Counter {
  let label: String
  let dimensions: [(String, String)]

  func increment() {}
}

struct Timestamp: Sendable {
  let nanosecondsSinceEpoch: UInt64

  init(_ date: Date) { nanosecondsSinceEpoch = UInt64(date.timeIntervalSince1970 * 1e9) }
}

final class Span {
  var attributes: [String: String] = [:]

  func end(at time: Timestamp) {}
}

struct Tracer: Sendable {
  func startSpan(_ name: String, at time: Timestamp) -> Span { Span() }
}
