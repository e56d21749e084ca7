import CPostgres
import Foundation
import SQLCore

/// Opens connections.
///
/// libpq writes notices to standard error until a receiver is set, which is only possible after the
/// connection attempt has started. The server may send a notice before it is complete. Therefore
/// the attempt is started first, without waiting for it.
enum PostgresOpening {
  static func open(_ settings: PostgresSettings) throws(SQLError) -> PostgresLink {
    _ = try settings.parsedAddress()
    guard let handle = start(settings) else {
      throw SQLError(
        kind: .outOfMemory, code: 0, message: "There is not enough memory for a connection")
    }
    let link = PostgresLink(handle)
    // The codes in verbose messages identify failures whatever the server's language is.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    if PQstatus(handle) != CONNECTION_BAD {
      // Only libpq itself can continue with the next host when the time limit of one is reached.
      if timeout(handle) > 0, hasSeveralHosts(handle) { PQreset(handle) } else { poll(link) }
    }
    guard link.isOpen else { throw failure(link, settings) }
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    guard PQsetnonblocking(handle, 1) == 0 else { throw failure(link, settings) }
    return link
  }

  private static func start(_ settings: PostgresSettings) -> OpaquePointer? {
    let pairs = settings.keywords
    let keywords = pairs.map { strdup($0.keyword) }
    let values = pairs.map { strdup($0.value) }
    defer { for text in keywords + values { free(text) } }
    let keywordPointers = keywords.map { UnsafePointer($0) } + [nil]
    let valuePointers = values.map { UnsafePointer($0) } + [nil]
    return PQconnectStartParams(keywordPointers, valuePointers, 1)
  }

  /// Performs the steps of connecting until it is done, has failed, or the time limit is reached.
  private static func poll(_ link: PostgresLink) {
    let seconds = timeout(link.handle)
    // Like libpq, which uses at least two seconds.
    let deadline = seconds > 0 ? ContinuousClock.now + .seconds(max(2, seconds)) : nil
    var status = PGRES_POLLING_WRITING
    while status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING {
      let events: PostgresLink.Events = status == PGRES_POLLING_READING ? .reading : .writing
      var milliseconds: Int32 = -1
      if let deadline {
        milliseconds = Int32(clamping: (deadline - ContinuousClock.now).inMilliseconds)
      }
      if link.wait(events, milliseconds: milliseconds).isEmpty { return }
      status = PQconnectPoll(link.handle)
    }
  }

  private static func option(_ name: String, _ handle: OpaquePointer?) -> String? {
    guard let options = PQconninfo(handle) else { return nil }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if strcmp(keyword, name) == 0 { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }

  private static func timeout(_ handle: OpaquePointer?) -> Int {
    option("connect_timeout", handle).flatMap { Int($0) } ?? 0
  }

  private static func hasSeveralHosts(_ handle: OpaquePointer?) -> Bool {
    [option("host", handle), option("hostaddr", handle)].contains { $0?.contains(",") == true }
  }

  private static func failure(_ link: PostgresLink, _ settings: PostgresSettings) -> SQLError {
    let refusal = PostgresRefusal(PostgresFailure.message(of: link.handle))
    let message = refusal.message
    let isLate = PQstatus(link.handle) != CONNECTION_BAD
    return SQLError(
      kind: isLate ? .connectionLost : refusal.kind, code: SQLState.code(refusal.state),
      message: isLate || message.isEmpty
        ? "The server did not answer in time (\(settings))" : message,
      details: SQLErrorDetails(state: refusal.state))
  }
}
