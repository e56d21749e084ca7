import Synchronization

/// The metrics of the service, for Prometheus.
package final class Metrics: Sendable {
  private struct Key: Hashable {
    var route: String
    var status: Int
  }

  private struct Counts {
    var requests: [Key: Int] = [:]
    /// For each bound, the number of requests that took at most that long.
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var seconds = 0.0
    var total = 0
  }

  private let counts = Mutex(Counts())
  /// The bounds in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  package init() {}

  /// Records an answered request.
  func note(_ route: String, _ status: Int, _ duration: Duration) {
    let (whole, attoseconds) = duration.components
    let seconds = Double(whole) + Double(attoseconds) / 1e18
    counts.withLock { counts in
      counts.requests[Key(route: route, status: status), default: 0] += 1
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
        counts.buckets[index] += 1
      }
      counts.seconds += seconds
      counts.total += 1
    }
  }

  /// All metrics in Prometheus' text format.
  ///
  /// - Parameter gauges: Further current values, with their descriptions.
  /// - Returns: The text.
  func text(_ gauges: [(name: String, help: String, value: Int)]) -> String {
    let counts = counts.withLock { $0 }
    var lines = [
      "# HELP readitlater_requests_total Requests that were answered.",
      "# TYPE readitlater_requests_total counter",
    ]
    for (key, count) in counts.requests.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      lines.append(
        "readitlater_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(count)")
    }
    lines += [
      "# HELP readitlater_request_duration_seconds How long answers took to make.",
      "# TYPE readitlater_request_duration_seconds histogram",
    ]
    for (bound, count) in zip(Self.bounds, counts.buckets) {
      lines.append("readitlater_request_duration_seconds_bucket{le=\"\(bound)\"} \(count)")
    }
    lines += [
      "readitlater_request_duration_seconds_bucket{le=\"+Inf\"} \(counts.total)",
      "readitlater_request_duration_seconds_sum \(counts.seconds)",
      "readitlater_request_duration_seconds_count \(counts.total)",
    ]
    for gauge in gauges {
      lines += [
        "# HELP \(gauge.name) \(gauge.help)", "# TYPE \(gauge.name) gauge",
        "\(gauge.name) \(gauge.value)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
