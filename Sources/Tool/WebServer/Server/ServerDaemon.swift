#if MICROHTTPD
  import CMicroHTTPD
  import Foundation
  import Synchronization

  /// libmicrohttpd, which calls the core.
  final class ServerDaemon: @unchecked Sendable {
    // `@unchecked`: libmicrohttpd's functions may be called by any thread.

    let core: ServerCore
    private let pointer: OpaquePointer
    private let hasStopped = Mutex(false)

    /// Starts it; nil if it cannot listen.
    init?(_ address: String, _ port: UInt16, _ core: ServerCore) {
      self.core = core
      let started = webserver_start(
        address, port, UInt32(core.limits.connectionCount), core.limits.silence,
        { context, target, connection in
          guard let context, let target, let connection else { return nil }
          let exchange = ServerDaemon.core(context).receive(target, connection)
          webserver_hide_query(target)
          return Unmanaged.passRetained(exchange).toOpaque()
        },
        { context, connection, path, method, version, bytes, count, slot in
          guard let context, let connection, let path, let method, let version, let count,
            let known = slot?.pointee
          else { return webserver_no }
          let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
          guard exchange.hasBegun else {
            let head = RawHead(connection, method: method, target: path, version: version)
            return ServerDaemon.core(context).begin(exchange, String(cString: method), head)
          }
          let upload = UnsafeRawBufferPointer(
            start: bytes, count: bytes == nil ? 0 : count.pointee)
          count.pointee = 0
          return ServerDaemon.core(context).goOn(exchange, upload)
        },
        { context, _, slot, _ in
          guard let context, let known = slot?.pointee else { return }
          ServerDaemon.core(context).end(Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue())
        },
        { context, connection, _, event in
          guard let context, let connection else { return }
          ServerDaemon.core(context)
            .connection(webserver_socket(connection), isOpen: event == webserver_opened)
        }, Unmanaged.passUnretained(core).toOpaque())
      guard let started else {
        core.deadlines.stop()
        return nil
      }
      pointer = started
    }

    fileprivate static func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
      Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    }

    /// The port on which it listens.
    var port: Int { Int(webserver_port(pointer)) }

    func stop(within limit: Duration) {
      guard
        !hasStopped.withLock({ hasStopped in
          defer { hasStopped = true }
          return hasStopped
        })
      else { return }
      let listener = MHD_quiesce_daemon(pointer)
      if listener >= 0 { close(listener) }
      core.beginToStop()
      let end = ContinuousClock.now.advanced(by: limit)
      while core.exchanges.withLock({ !$0.isEmpty }), ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: 0.005)
      }
      // The library ends the process if a connection is still suspended.
      core.refuseWaitingRequests()
      MHD_stop_daemon(pointer)
      core.deadlines.stop()
    }
  }
#endif
