import Foundation
import HTTPTesting
import WebServer

/// A server of this process, which stops at the end.
final class RunningServer: Sendable {
  let server: HTTPServer
  private let pool: WorkerPool

  init(_ routes: [WebRoute], threads: Int = 2, limits: WebLimits = WebLimits()) throws {
    pool = WorkerPool(threadCount: threads, limit: 100)
    server = try HTTPServer(port: 0, pool: pool, limits: limits, routes: RouteTable(routes))
  }

  func client() throws -> HTTPClient { try HTTPClient(port: UInt16(server.port)) }

  func stop(within limit: Duration = .seconds(30)) {
    server.stop(within: limit)
    pool.stop()
  }
}

extension WebResponse {
  /// A text.
  static func text(_ text: String) -> WebResponse {
    WebResponse(200, "text/plain; charset=utf-8", Data(text.utf8))
  }
}
