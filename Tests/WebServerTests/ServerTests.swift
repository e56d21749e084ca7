#if MICROHTTPD
  import Foundation
  import HTTPTesting
  import RandomTesting
  import Synchronization
  import Testing
  import WebServer

  @Suite("Running servers", .timeLimit(.minutes(10)))
  struct ServerTests {
    @Test func bodiesAreLimitedByRoute() throws {
      let count = { @Sendable (request: WebRequest) in WebResponse.text("\(request.body.count)") }
      let running = try RunningServer([
        WebRoute("POST", "/usual", respond: count),
        WebRoute("POST", "/large", bodySize: 1 << 22, respond: count),
        WebRoute("POST", "/small", bodySize: 10, respond: count),
      ])
      defer { running.stop() }
      for (path, size, status) in [
        ("/usual", 1 << 16, 200), ("/usual", 1 << 16 + 1, 413), ("/large", 1 << 22, 200),
        ("/large", 1 << 22 + 1, 413), ("/small", 10, 200), ("/small", 11, 413),
        ("/none", 11, 404),
      ] {
        let body = String(repeating: "a", count: size)
        let answer = try running.client().send("POST", path, body)
        #expect(answer.status == status, "\(path) \(size)")
        if status == 200 { #expect(String(decoding: answer.body, as: UTF8.self) == "\(size)") }
      }
    }

    @Test func pagesForbidWhatOthersCouldDo() throws {
      let running = try RunningServer([WebRoute("GET", "/") { _ in .html(200, "<p>") }])
      defer { running.stop() }
      let answer = try running.client().send("GET", "/")
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(try running.client().send("HEAD", "/").status == 200)
    }

    @Test func addressesThatCannotBeUsedAreTold() throws {
      let running = try RunningServer([])
      defer { running.stop() }
      let pool = WorkerPool(threadCount: 1, limit: 1)
      defer { pool.stop() }
      for (address, port) in [
        ("127.0.0.1", UInt16(running.server.port)), ("203.0.113.1", 0), ("localhost", 0), ("", 0),
      ] {
        #expect(throws: HTTPServerError.self) {
          try HTTPServer(address: address, port: port, pool: pool, routes: RouteTable([]))
        }
      }
      let six = try HTTPServer(address: "::1", port: 0, pool: pool, routes: RouteTable([]))
      #expect(six.port > 0)
      six.stop()
    }

    /// A request that takes longer than the server waits is answered, and harms nothing afterwards.
    @Test func requestsThatTakeTooLongAreAnsweredAtTheEnd() throws {
      let (started, continued) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let running = try RunningServer([
        WebRoute("GET", "/slow") { _ in
          started.signal()
          continued.wait()
          return .text("late")
        }
      ])
      let client = try running.client()
      client.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
      started.wait()
      running.server.stop(within: .milliseconds(10))
      continued.signal()
      running.stop()
      let text = String(decoding: client.rest(), as: UTF8.self)
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 503 "))
    }
  }

  @Suite("Streams of events", .timeLimit(.minutes(10)))
  struct EventStreamTests {
    /// What clients of a page are told.
    private final class Page: Sendable {
      let streams = Mutex<[EventStream]>([])
      let ended = Mutex(0)

      func open() -> WebResponse {
        let stream = EventStream { self.ended.withLock { $0 += 1 } }
        streams.withLock { $0.append(stream) }
        return .stream(stream)
      }

      func send(_ text: String) {
        for stream in streams.withLock({ $0 }) { stream.send("changed", text) }
      }
    }

    private func server(_ page: Page) throws -> RunningServer {
      try RunningServer([
        WebRoute("GET", "/events") { _ in page.open() },
        WebRoute("GET", "/") { _ in .text("page") },
      ])
    }

    private static let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func everyClientIsToldAndOthersAreServed() async throws {
      let page = Page()
      let running = try server(page)
      let clients = try (0..<50).map { _ in try running.client() }
      for client in clients { client.write(Self.request) }
      #expect(try await eventually { page.streams.withLock(\.count) == 50 })
      // More clients wait for events than there are threads.
      #expect(try running.client().send("GET", "/").status == 200)
      for client in clients { _ = try client.text(until: "\r\n\r\n") }
      for number in 0..<20 { page.send("\(number)\nline 2") }
      for client in clients {
        let text = try client.text(until: "data: 19\ndata: line 2\n\n")
        #expect(text.contains("event: changed\ndata: 0\ndata: line 2\n\n"))
      }
      running.stop()
      #expect(page.ended.withLock { $0 } == 50)
      for client in clients { _ = client.rest() }
    }

    @Test func streamsEndWithTheirClient() async throws {
      let page = Page()
      let running = try server(page)
      defer { running.stop() }
      do {
        let client = try running.client()
        client.write(Self.request)
        #expect(try await eventually { page.streams.withLock(\.count) == 1 })
      }
      let hasEnded = try await eventually {
        page.send("anyone?")
        return page.ended.withLock { $0 } == 1
      }
      #expect(hasEnded)
      #expect(running.server.requestCount == 0)
    }

    @Test func clientsThatDoNotReadAreDisconnected() async throws {
      let page = Page()
      let running = try server(page)
      defer { running.stop() }
      let client = try running.client()
      client.write(Self.request)
      #expect(try await eventually { page.streams.withLock(\.count) == 1 })
      let text = String(repeating: "a", count: 10_000)
      let hasEnded = try await eventually {
        for _ in 0..<100 { page.send(text) }
        return page.ended.withLock { $0 } == 1
      }
      #expect(hasEnded)
    }

    @Test func headersOfStreamsHaveNoStream() async throws {
      let page = Page()
      let running = try server(page)
      defer { running.stop() }
      let answer = try running.client().send("HEAD", "/events")
      #expect(answer.headers["content-type"] == "text/event-stream; charset=utf-8")
      #expect(try await eventually { page.ended.withLock { $0 } == 1 })
    }

    /// Sends and disconnects at random from several threads.
    @Test func randomClientsLeaveNothingBehind() async throws {
      let page = Page()
      let running = try server(page)
      let rounds = TestRun.count(2_000)
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        var generator = SeededGenerator(seed: TestRun.seed(UInt64(number)))
        for _ in 0..<rounds {
          guard let client = try? running.client() else { continue }
          client.write(Self.request)
          if Bool.random(using: &generator) { _ = try? client.text(until: "\r\n\r\n") }
          page.send("\(generator.next())")
          if Int.random(in: 0..<8, using: &generator) == 0 {
            page.streams.withLock(\.last)?.end()
          }
        }
      }
      running.stop()
      #expect(running.server.requestCount == 0)
      #expect(page.ended.withLock { $0 } == page.streams.withLock(\.count))
    }
  }
#endif
