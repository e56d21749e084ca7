import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The loopback address, which other machines cannot reach.
enum Loopback {
  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Creates a socket that listens on a free port.
  ///
  /// - Throws: `POSIXError` if there is none.
  static func listen() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var own = address(0)
    let bound = withUnsafePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
    }
    guard bound == 0, named == 0, Self.start(listener) else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, Int(UInt16(bigEndian: own.sin_port)))
  }

  private static func start(_ listener: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.listen(listener, 64) == 0
    #elseif canImport(Musl)
      Musl.listen(listener, 64) == 0
    #else
      Darwin.listen(listener, 64) == 0
    #endif
  }
}
